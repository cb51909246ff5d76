import { Navigate, useLocation, useParams } from 'react-router'

/** An old address at its new place, with its query and the part after it. */
function Moved({ to }: { to: (params: Readonly<Record<string, string | undefined>>) => string }) {
  const params = useParams()
  const { search, hash } = useLocation()
  return <Navigate to={`${to(params)}${search}${hash}`.replaceAll(/\/{2,}/g, '/')} replace />
}

const rest = (params: Readonly<Record<string, string | undefined>>): string => params['*'] ?? ''

/** Legacy paths and where they lead (specification 1 §2, 2 §2.2). */
export const legacyRoutes = [
  { path: 'admin/*', element: <Moved to={params => `/monitoring/${rest(params)}`} /> },
  {
    path: 'collection/:collectionId/submission/:submissionId/*',
    element: (
      <Moved to={params => `/submissions/${params.collectionId}/${params.submissionId}/${rest(params)}`} />
    ),
  },
  {
    path: 'collection/:collectionId/online-validation/:submissionId/*',
    element: (
      <Moved
        to={params => `/online-validation/${params.collectionId}/${params.submissionId}/${rest(params)}`}
      />
    ),
  },
  {
    path: 'collection/:collectionReference/activityLog',
    element: <Moved to={params => `/submissions/${params.collectionReference}/activity-log`} />,
  },
  {
    path: 'monitoring/reference/:reference',
    element: <Moved to={params => `/monitoring/${params.reference}`} />,
  },
]
