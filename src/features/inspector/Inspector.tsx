import { Suspense, use } from 'react'
import { PageTitle } from '../../hooks/index.ts'
import { useMessages } from '../../messages/index.ts'
import { hiddenClass, LinkTabs, Page, PageHeader, Row, Select, Skeleton, Stack } from '../../ui/index.ts'
import { nothingOfRecord, useInspectorAddress } from './address.ts'
import { chartName, chartOptions, loadChart } from './charts.ts'
import { ExportMenu } from './export/ExportMenu.tsx'
import { PathsMenu } from './export/PathsMenu.tsx'
import { views } from './views.ts'

/** Route `/inspector`: every chart of the system, seen in every way. Its heading stands while the chart is fetched. */
export function Component() {
  const t = useMessages('inspector')
  const { address } = useInspectorAddress()
  // Asked for outside of what waits for it, which begins anew at each try, and would ask for ever for what does not arrive.
  const chart = loadChart(address.chart)
  return (
    <Suspense
      fallback={
        <Page header={<PageHeader title={t('title')}>{t('lead')}</PageHeader>}>
          <Skeleton shape="card" label={t('loading')} />
        </Page>
      }
    >
      <ChosenChart fetched={chart} />
    </Suspense>
  )
}

function ChosenChart({ fetched }: { fetched: ReturnType<typeof loadChart> }) {
  const t = useMessages('inspector')
  const { address, go, hrefOf } = useInspectorAddress()
  const chart = use(fetched)
  const offered = views.filter(({ isFor }) => isFor?.(chart) ?? true)
  const shown = offered.find(({ id }) => id === address.view) ?? offered[0]
  return (
    <Page
      header={
        <PageHeader
          title={t('title')}
          actions={
            <Row>
              <Select
                label={t('chart')}
                isLabelHidden
                options={chartOptions}
                value={chart.id}
                onChange={id =>
                  go({
                    ...nothingOfRecord,
                    chart: id,
                    list: undefined,
                    state: undefined,
                    fold: undefined,
                    zoom: undefined,
                  })
                }
              />
              <ExportMenu chart={chart} />
              <PathsMenu chart={chart} />
            </Row>
          }
        >
          {chart.description || t('lead')}
        </PageHeader>
      }
    >
      <PageTitle
        title={[shown && t(`views.${shown.id}`), chartName(chart), t('title')].filter(Boolean).join(' – ')}
      />
      <Stack>
        <LinkTabs
          label={t('views.label')}
          tabs={offered.map(({ id }) => ({
            id,
            label: t(`views.${id}`),
            href: hrefOf({ view: id }),
            isCurrent: id === shown?.id,
          }))}
        />
        {shown && (
          <Suspense key={shown.id} fallback={<Skeleton shape="card" label={t('loading')} />}>
            <h2 className={hiddenClass}>{t(`views.${shown.id}`)}</h2>
            <shown.Component chart={chart} />
          </Suspense>
        )}
      </Stack>
    </Page>
  )
}
