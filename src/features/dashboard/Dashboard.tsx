import { usePageTitle, useViewer } from '../../kit/index.ts'
import { Page } from '../../ui/app-frame/index.ts'
import { PageHeader } from '../../ui/page-header/index.ts'
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
