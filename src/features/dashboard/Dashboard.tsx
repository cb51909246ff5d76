import { lazy, Suspense } from 'react'
import { usePageTitle, useViewer } from '../../hooks/index.ts'
import { useMessages, withMessages } from '../../messages/index.ts'
import { Page, PageHeader, Skeleton } from '../../ui/index.ts'
import { ProviderDashboard } from './ProviderDashboard.tsx'

// Fetched by the agency and regulators alone: most who begin here are providers.
const StaffDashboard = lazy(
  withMessages(
    async () => ({ default: (await import('./staff/StaffDashboard.tsx')).StaffDashboard }),
    'dashboard.staff',
    'monitoring.burn-up',
  ),
)

/** Route `/`: what waits for the viewer (decisions §6 "Dashboard"). */
export function Component() {
  const t = useMessages('dashboard')
  usePageTitle(t('title'))
  const { isProvider, principal } = useViewer()
  return (
    <Page header={<PageHeader title={t('title')} meta={t('greeting', { name: principal.name })} />}>
      {isProvider ? (
        <ProviderDashboard />
      ) : (
        <Suspense fallback={<Skeleton shape="dashboard" label={t('loading')} />}>
          <StaffDashboard />
        </Suspense>
      )}
    </Page>
  )
}
