import { Navigate, useLocation, useParams } from 'react-router'

/** An old address at its new place, with its query and the part after it. */
function Moved({ to }: { to: (params: Readonly<Record<string, string | undefined>>) => string }) {
  const params = useParams()
  const { search, hash } = useLocation()
  return <Navigate to={`${to(params)}${search}${hash}`.replaceAll(/\/{2,}/g, '/')} replace />
}

const rest = (params: Readonly<Record<string, string | undefined>>): string => params['*'] ?? ''

/** Where older addresses lead (specification 1 §2, 2 §2.2). */
export const redirects = {
  movedAdmin: { element: <Moved to={params => `/monitoring/${rest(params)}`} /> },
  movedSubmission: {
    element: (
      <Moved to={params => `/submissions/${params.collectionId}/${params.submissionId}/${rest(params)}`} />
    ),
  },
  movedOnlineValidation: {
    element: (
      <Moved
        to={params => `/online-validation/${params.collectionId}/${params.submissionId}/${rest(params)}`}
      />
    ),
  },
  movedActivityLog: {
    element: <Moved to={params => `/submissions/${params.collectionReference}/activity-log`} />,
  },
  // Management has no page of its own (decisions §10).
  managementStart: { element: <Moved to={() => '/management/collections'} /> },
  movedBulkReprocessing: {
    element: (
      <Moved
        to={params => `/management/collections/bulk-reprocessing/${params.collectionId}/${params.reference}`}
      />
    ),
  },
  movedDeliveryConfigurations: { element: <Moved to={() => '/management/delivery-config'} /> },
  movedNewDeliveryConfiguration: { element: <Moved to={() => '/management/delivery-config/create'} /> },
  movedCollection: { element: <Moved to={params => `/monitoring/${params.reference}`} /> },
}
