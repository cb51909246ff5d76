import { lazy, Suspense } from 'react'
import { useViewer } from '../../../hooks/index.ts'
import { useMessages, withMessages } from '../../../messages/index.ts'
import { Card, EmptyState, Link, Skeleton, Stack } from '../../../ui/index.ts'
import { Collections } from './Collections.tsx'
import { MyQueue } from './MyQueue.tsx'

// Only who receives data has it.
const LatestDeliveries = lazy(
  withMessages(
    async () => ({ default: (await import('./LatestDeliveries.tsx')).LatestDeliveries }),
    'delivery',
  ),
)

/** What was delivered last to the viewer's organisation. */
function Deliveries() {
  const t = useMessages('dashboard.staff')
  return (
    <Card title={t('deliveries.title')} actions={<Link href="/delivery">{t('deliveries.all')}</Link>}>
      <Suspense fallback={<Skeleton shape="rows" label={t('deliveries.title')} />}>
        <LatestDeliveries />
      </Suspense>
    </Card>
  )
}

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
      {decides && <MyQueue />}
      {receives && <Deliveries />}
      {watches && <Collections />}
    </Stack>
  )
}
