import { usePageTitle, useViewer } from '../../hooks/index.ts'
import { useMessages } from '../../messages/index.ts'
import { Page, PageHeader } from '../../ui/index.ts'
import { ProviderDashboard } from './ProviderDashboard.tsx'
import { StaffDashboard } from './StaffDashboard.tsx'

/** Route `/`: what waits for the viewer (decisions §6 "Dashboard"). */
export function Component() {
  const t = useMessages('dashboard')
  usePageTitle(t('title'))
  const { isProvider, principal } = useViewer()
  return (
    <Page header={<PageHeader title={t('title')} meta={t('greeting', { name: principal.name })} />}>
      {isProvider ? <ProviderDashboard /> : <StaffDashboard />}
    </Page>
  )
}
