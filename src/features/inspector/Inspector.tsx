import { Suspense } from 'react'
import { PageTitle } from '../../kit/index.ts'
import { Page } from '../../ui/app-frame/index.ts'
import { hiddenClass } from '../../ui/hidden/index.ts'
import { Row } from '../../ui/layout/index.ts'
import { PageHeader } from '../../ui/page-header/index.ts'
import { Select } from '../../ui/select/index.ts'
import { Skeleton } from '../../ui/skeleton/index.ts'
import { Tabs } from '../../ui/tabs/index.ts'
import { useInspectorAddress } from './address.ts'
import { chartById, chartName, charts } from './charts.ts'
import { ExportMenu } from './export/ExportMenu.tsx'
import { PathsMenu } from './export/PathsMenu.tsx'
import { texts } from './texts.ts'
import { views } from './views.ts'

/** Route `/inspector`: every chart of the system, seen in every way. */
export function Component() {
  const { address, go } = useInspectorAddress()
  const chart = chartById(address.chart)
  const offered = views.filter(({ isFor }) => isFor?.(chart) ?? true)
  const shown = offered.find(({ id }) => id === address.view) ?? offered[0]
  return (
    <Page
      header={
        <PageHeader
          title={texts.title}
          actions={
            <Row>
              <Select
                label={texts.chart}
                isLabelHidden
                options={charts.map(other => ({
                  id: other.id,
                  label: chartName(other),
                  count: other.states.length - 1,
                }))}
                value={chart.id}
                onChange={id => go({ chart: id, state: undefined, fold: undefined, zoom: undefined })}
              />
              <ExportMenu chart={chart} />
              <PathsMenu chart={chart} />
            </Row>
          }
        >
          {chart.description || texts.lead}
        </PageHeader>
      }
    >
      <PageTitle title={`${chartName(chart)} – ${texts.title}`} />
      <Tabs
        label={texts.views.label}
        value={shown?.id ?? ''}
        onChange={view => go({ view })}
        tabs={offered.map(({ id, label, Component: View }) => ({
          id,
          label,
          panel: (
            <Suspense fallback={<Skeleton shape="card" label={texts.loading} />}>
              <h2 className={hiddenClass}>{label}</h2>
              <View chart={chart} />
            </Suspense>
          ),
        }))}
      />
    </Page>
  )
}
