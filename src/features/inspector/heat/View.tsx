import { statusOf } from '../../../domain/status.ts'
import { getHeat, type Heat } from '../../../domain/wire/inspection.ts'
import { useResource } from '../../../kit/index.ts'
import { leafIdOf, statusOfLeaf } from '../../../machines/submission-lifecycle/index.ts'
import { Button } from '../../../ui/button/index.ts'
import { Card } from '../../../ui/card/index.ts'
import { formatCount } from '../../../ui/format/index.ts'
import { Row, Stack } from '../../../ui/layout/index.ts'
import { Link } from '../../../ui/link/index.ts'
import { type PlainColumn, PlainTable } from '../../../ui/plain-table/index.ts'
import { Select } from '../../../ui/select/index.ts'
import { TextField } from '../../../ui/text-field/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import { spanText, statusNameOf } from '../history/events.ts'
import { SubmissionList, useCollectionChoice } from '../history/SubmissionPicker.tsx'
import { texts as historyTexts } from '../history/texts.ts'
import type { ViewProps } from '../views.ts'
import { heatMarks, type Measure, measures } from './marks.ts'
import { texts } from './texts.ts'

const day = /^\d{4}-\d{2}-\d{2}$/

/** Filters as the address keeps them; a day that is not whole yet does not count. */
const useFilters = () => {
  const { parameter } = useInspectorAddress()
  const dayOf = (name: string) => (day.test(parameter(name) ?? '') ? parameter(name) : undefined)
  return {
    instId: parameter('provider'),
    regulatorCode: parameter('regulator'),
    riskCode: parameter('risk'),
    specification: parameter('specification'),
    from: dayOf('from'),
    to: dayOf('to'),
  }
}

/** How often and how long the submissions of a collection are in each status. */
export function View({ chart }: ViewProps) {
  const { collections, reference, field } = useCollectionChoice()
  return (
    <WhenLoaded resource={collections} loading={historyTexts.loading} failed={historyTexts.failed}>
      {() => (
        <Stack gap={4}>
          {field}
          {reference !== undefined && <Collection chart={chart} reference={reference} />}
        </Stack>
      )}
    </WhenLoaded>
  )
}

function Collection({ chart, reference }: ViewProps & { reference: string }) {
  const filters = useFilters()
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
  const heat = useResource(getHeat, { path: { reference }, query })
  const { address, parameter, go } = useInspectorAddress()
  const named = parameter('by')
  const measure: Measure = measures.find(name => name === named) ?? 'visits'
  const status = statusOfLeaf(address.state ?? '')
  return (
    <WhenLoaded resource={heat} loading={texts.loading} failed={texts.failed}>
      {data => (
        <Stack gap={4}>
          <Filters choices={data.choices} measure={measure} />
          <p role="status">{texts.summary(data.submissions)}</p>
          <ChartDiagram chart={chart} marks={heatMarks(chart, data, measure)} />
          {status !== undefined && (
            <Card
              title={texts.behind(statusOf(status).label)}
              level={2}
              actions={
                <Button size="small" variant="quiet" onPress={() => go({ state: undefined })}>
                  {texts.close}
                </Button>
              }
            >
              <SubmissionList
                reference={reference}
                filters={{ ...query, statusId: String(statusOf(status).id) }}
              />
            </Card>
          )}
          <PlainTable
            caption={texts.caption}
            columns={columns}
            rows={data.states}
            rowId={({ statusId }) => String(statusId)}
          />
        </Stack>
      )}
    </WhenLoaded>
  )
}

function Filters({ choices, measure }: { choices: Heat['choices']; measure: Measure }) {
  const { parameter, go } = useInspectorAddress()
  const words = texts.filters
  const all = { id: 'all', label: words.all }
  const choice = (label: string, name: string, options: readonly { id: string; label: string }[]) => (
    <Select
      label={label}
      options={[all, ...options]}
      value={parameter(name) ?? 'all'}
      onChange={id => go({ [name]: id === 'all' ? undefined : id }, { replace: true })}
    />
  )
  const plain = (ids: readonly string[]) => ids.map(id => ({ id, label: id }))
  const dayField = (label: string, name: string) => (
    <TextField
      label={label}
      type="date"
      value={parameter(name) ?? ''}
      onChange={value => go({ [name]: value || undefined }, { replace: true })}
    />
  )
  return (
    <Row gap={3} align="end">
      {choice(
        words.provider,
        'provider',
        choices.providers.map(({ instId, name }) => ({ id: instId, label: `${instId} - ${name}` })),
      )}
      {choice(words.regulator, 'regulator', plain(choices.regulators))}
      {choice(words.risk, 'risk', plain(choices.riskCodes))}
      {choice(words.specification, 'specification', plain(choices.specifications))}
      {dayField(words.from, 'from')}
      {dayField(words.to, 'to')}
      <Select
        label={words.by}
        options={measures.map(id => ({ id, label: texts.measures[id] }))}
        value={measure}
        onChange={by => go({ by }, { replace: true })}
      />
    </Row>
  )
}

function StatusLink({ statusId }: { statusId: number }) {
  const { hrefOf } = useInspectorAddress()
  const status = statusNameOf(statusId)
  return (
    <Link href={hrefOf({ state: leafIdOf(status) })} variant="row">
      {statusOf(status).label}
    </Link>
  )
}

const seconds = (value: number | null): string => (value === null ? '--' : spanText(value * 1000))
const words = texts.columns

const columns: PlainColumn<Heat['states'][number]>[] = [
  {
    id: 'status',
    header: words.status,
    isRowHeader: true,
    cell: row => <StatusLink statusId={row.statusId} />,
  },
  { id: 'current', header: words.current, kind: 'number', cell: ({ current }) => formatCount(current) },
  { id: 'visits', header: words.visits, kind: 'number', cell: ({ visits }) => formatCount(visits) },
  { id: 'median', header: words.median, kind: 'number', cell: ({ median }) => seconds(median) },
  { id: 'p95', header: words.p95, kind: 'number', cell: ({ p95 }) => seconds(p95) },
]
