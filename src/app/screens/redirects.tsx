import type { ReactNode } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'

type Params = Readonly<Record<string, string | undefined>>

/** An old address at its new place, with its query and the part after it. */
function Moved({ to }: { to: (params: Params) => string }) {
  const params = useParams()
  const { search, hash } = useLocation()
  return <Navigate to={`${to(params)}${search}${hash}`.replaceAll(/\/{2,}/g, '/')} replace />
}

const rest = (params: Params): string => params['*'] ?? ''

const moved = (to: (params: Params) => string) => async (): Promise<{ element: ReactNode }> => ({
  element: <Moved to={to} />,
})

/** Where older addresses lead (specification 1 §2, 2 §2.2). */
export const screens = {
  movedAdmin: moved(params => `/monitoring/${rest(params)}`),
  movedSubmission: moved(
    params => `/submissions/${params.collectionId}/${params.submissionId}/${rest(params)}`,
  ),
  movedOnlineValidation: moved(
    params => `/online-validation/${params.collectionId}/${params.submissionId}/${rest(params)}`,
  ),
  movedActivityLog: moved(params => `/submissions/${params.collectionReference}/activity-log`),
  // Management has no page of its own (decisions §10).
  managementStart: moved(() => '/management/collections'),
  movedBulkReprocessing: moved(
    params => `/management/collections/bulk-reprocessing/${params.collectionId}/${params.reference}`,
  ),
  movedDeliveryConfigurations: moved(() => '/management/delivery-config'),
  movedNewDeliveryConfiguration: moved(() => '/management/delivery-config/create'),
  movedCollection: moved(params => `/monitoring/${params.reference}`),
}
