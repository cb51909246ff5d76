import { lazy, Suspense, use } from 'react'
import { statusById } from '../../../domain/status.ts'
import { listStatusCounts } from '../../../domain/wire/traffic.ts'
import { useResource } from '../../../hooks/index.ts'
import { type OpenedChart, useChartFile } from '../../../hooks/openedChart.ts'
import {
  affectedStates,
  type ChartDifference,
  compareCharts,
  emptyLike,
  sizeOf,
} from '../../../machines/inspection/diff.ts'
import { isWithin } from '../../../machines/inspection/folding.ts'
import { thisBuild } from '../../../machines/inspection/release.ts'
import { leafIdOf, submissionLifecycle } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Card,
  Columns,
  formatCount,
  Link,
  PlainTable,
  Row,
  Select,
  Skeleton,
  Stack,
} from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { SubmissionStatus } from '../../common/SubmissionStatus.tsx'
import { useInspectorAddress } from '../address.ts'
import { chartName } from '../charts.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import type { ViewProps } from '../views.ts'
import { Changes } from './Changes.tsx'
import { ChartFile } from './ChartFile.tsx'
import { marksOf } from './difference.ts'
import { chartOf, sizesBetween, versions } from './releases.ts'

const TouchedSubmissions = lazy(async () => ({
  default: (await import('./TouchedSubmissions.tsx')).TouchedSubmissions,
}))

/** Two versions of a chart: what was added, removed and changed, and whom it concerns. */
export function View({ chart }: ViewProps) {
  const t = useMessages('inspector.versions')
  const file = useChartFile(chart.id)
  const dropped = file.opened
  const { before, after } = useVersions(dropped)
  // Asked for outside of what waits for them, which begins anew at each try, and would ask for ever for what does not arrive.
  const fetched = {
    earlier: chartOf(before, chart.id),
    later: chartOf(after, chart.id),
    sizes: sizesBetween(before, after),
  }
  return (
    <Stack>
      <ChartFile {...file} />
      <Suspense fallback={<Skeleton shape="card" label={t('loading')} />}>
        <Compared chart={chart} dropped={dropped} {...fetched} />
      </Suspense>
    </Stack>
  )
}

interface ComparedProps extends ViewProps {
  dropped: OpenedChart | undefined
  earlier: ReturnType<typeof chartOf>
  later: ReturnType<typeof chartOf>
  sizes: ReturnType<typeof sizesBetween>
}

/** The versions that the address names. A file is compared with this build, unless the address names another version. */
const useVersions = (dropped?: OpenedChart) => {
  const { parameter } = useInspectorAddress()
  const known = [thisBuild, ...versions]
  const after = known.find(version => version === parameter('after')) ?? thisBuild
  const before =
    known.find(version => version === parameter('before')) ??
    (dropped ? thisBuild : versions.at(-1)) ??
    thisBuild
  return {
    before,
    after,
    // No drawing is made of a file: its differences are marked on the version before.
    drawn: dropped || parameter('draw') === 'before' ? ('before' as const) : ('after' as const),
  }
}

function Compared({ chart, dropped, sizes, ...fetched }: ComparedProps) {
  const t = useMessages('inspector.versions')
  const { before, after, drawn } = useVersions(dropped)
  const [earlier, released] = [use(fetched.earlier), use(fetched.later)]
  const later = dropped?.chart ?? released
  const difference = compareCharts(earlier ?? emptyLike(chart), later ?? emptyLike(chart))
  const shown = (drawn === 'before' ? earlier : later) ?? (dropped ? undefined : later) ?? earlier
  const version = shown === earlier && shown !== later ? before : after
  return (
    <Stack>
      <Choice difference={difference} dropped={dropped} />
      {chart.id === submissionLifecycle.id && (
        <Suspense fallback={<Skeleton shape="card" label={t('touched.loading')} />}>
          <TouchedSubmissions before={earlier ?? emptyLike(chart)} after={later ?? emptyLike(chart)} />
        </Suspense>
      )}
      {shown && (
        <ChartDiagram
          chart={shown}
          version={version === thisBuild ? undefined : version}
          marks={marksOf(difference, shown === later ? 'after' : 'before')}
        />
      )}
      <Columns layout="main-side">
        <Stack>
          <Changes
            before={earlier ?? emptyLike(chart)}
            after={later ?? emptyLike(chart)}
            difference={difference}
          />
          {chart.id === submissionLifecycle.id && <Affected difference={difference} />}
        </Stack>
        <AllCharts sizes={use(sizes)} />
      </Columns>
    </Stack>
  )
}

interface ChoiceProps {
  difference: ChartDifference
  dropped: OpenedChart | undefined
}

function Choice({ difference, dropped }: ChoiceProps) {
  const t = useMessages('inspector.versions')
  const { go } = useInspectorAddress()
  const { before, after, drawn } = useVersions(dropped)
  const options = [{ id: thisBuild, label: t('thisBuild') }, ...versions.map(id => ({ id, label: id }))]
  const count = sizeOf(difference)
  return (
    <Row gap={4} align="end">
      <Select
        label={t('before')}
        options={options}
        value={before}
        onChange={id => go({ before: id, state: undefined })}
      />
      {!dropped && (
        <>
          <Select
            label={t('after')}
            options={options}
            value={after}
            onChange={id => go({ after: id, state: undefined })}
          />
          <Select
            label={t('draw')}
            options={[
              { id: 'after', label: t('after') },
              { id: 'before', label: t('before') },
            ]}
            value={drawn}
            onChange={id => go({ draw: id === 'after' ? undefined : id, state: undefined })}
          />
        </>
      )}
      <p aria-live="polite">{count === 0 ? t('same') : t('counts', { count })}</p>
    </Row>
  )
}

/** Statuses that a changed state stands for, or holds. */
const touches = (states: ReadonlySet<string>, leaf: string): boolean =>
  [...states].some(id => id === leaf || isWithin(leaf, id))

function Affected({ difference }: { difference: ChartDifference }) {
  const t = useMessages('inspector.versions')
  const counts = useResource(listStatusCounts, {})
  const states = affectedStates(difference)
  return (
    <Card title={t('affected')} level={3} hint={t('affectedHint')}>
      <WhenLoaded resource={counts} loading={t('loadingCounts')} failed={t('failed')}>
        {({ statuses }) => {
          const rows = statuses.flatMap(({ statusId, submissions, collections }) => {
            const name = statusById(statusId)?.name
            return name && touches(states, leafIdOf(name)) ? [{ name, submissions, collections }] : []
          })
          if (rows.length === 0) return <p>{t('nobody')}</p>
          return (
            <PlainTable
              caption={t('affected')}
              isCaptionHidden
              rows={rows}
              rowId={({ name }) => name}
              columns={[
                {
                  id: 'status',
                  header: t('columns.status'),
                  isRowHeader: true,
                  cell: ({ name }) => <SubmissionStatus status={name} variant="plain" isExact />,
                },
                {
                  id: 'submissions',
                  header: t('columns.submissions'),
                  kind: 'number',
                  cell: ({ submissions }) => formatCount(submissions),
                },
                {
                  id: 'collections',
                  header: t('columns.collections'),
                  cell: ({ collections }) => collections.join(', '),
                },
              ]}
            />
          )
        }}
      </WhenLoaded>
    </Card>
  )
}

function AllCharts({ sizes }: { sizes: Readonly<Record<string, number>> }) {
  const t = useMessages('inspector.versions')
  const { hrefOf } = useInspectorAddress()
  return (
    <Card title={t('charts')} level={3} padding="none">
      <PlainTable
        caption={t('charts')}
        isCaptionHidden
        rows={Object.entries(sizes).map(([id, size]) => ({ id, size }))}
        rowId={({ id }) => id}
        columns={[
          {
            id: 'chart',
            header: t('chart'),
            isRowHeader: true,
            cell: ({ id }) => (
              <Link
                variant="row"
                href={hrefOf({ chart: id, state: undefined, fold: undefined, zoom: undefined })}
              >
                {chartName({ id })}
              </Link>
            ),
          },
          {
            id: 'differences',
            header: t('differences'),
            kind: 'number',
            cell: ({ size }) => size || t('none'),
          },
        ]}
      />
    </Card>
  )
}
