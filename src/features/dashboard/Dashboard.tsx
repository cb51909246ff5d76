import { usePageTitle, useViewer } from '../../hooks/index.ts'
import { Page, PageHeader } from '../../ui/index.ts'
import { ProviderDashboard } from './ProviderDashboard.tsx'
import { StaffDashboard } from './StaffDashboard.tsx'
import { texts } from './texts.ts'

/** Route `/`: what waits for the viewer (decisions §6 "Dashboard"). */
export function Component() {
  usePageTitle(texts.title)
  const { isProvider, actor } = useViewer()
  return (
    <Page header={<PageHeader title={texts.title} meta={texts.greeting(actor.name)} />}>
      {isProvider ? <ProviderDashboard /> : <StaffDashboard />}
    </Page>
  )
}
