import { useViewer } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Columns, EmptyState, Stack } from '../../../ui/index.ts'
import { Collections } from './Collections.tsx'
import { LatestDeliveries } from './LatestDeliveries.tsx'
import { MyQueue } from './MyQueue.tsx'

/** What awaits the agency or a regulator over all collections, beside how far these are; to who receives data, the last of it. */
export function StaffDashboard() {
  const t = useMessages('dashboard.staff')
  const { may, isAgency } = useViewer()
  const watches = may('monitoring.view')
  const decides = may('monitoring.queue')
  const receives = !isAgency && may('delivery.view')
  if (!watches && !receives) return <EmptyState title={t('empty.staffRole')} icon="lock" />
  return (
    <Stack gap={4}>
      {watches && (
        <Columns layout="halves">
          {decides ? <MyQueue /> : receives && <LatestDeliveries />}
          <Collections />
        </Columns>
      )}
      {receives && (decides || !watches) && <LatestDeliveries />}
    </Stack>
  )
}
