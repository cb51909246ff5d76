import type { FrequencyCounts } from '../../../domain/wire/reports.ts'
import {
  Accordion,
  type DataColumn,
  DataTable,
  EmptyState,
  Row,
  SearchField,
  Stack,
  Switch,
  tableState,
} from '../../../ui/index.ts'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import styles from './AdditionalReports.module.css'
import { texts } from './texts.ts'

const words = texts.frequency

export interface FrequencyCountsViewProps {
  counts: Loaded<FrequencyCounts>
  hidesZero: boolean
  onHideZero: (hidesZero: boolean) => void
  /** What stands in the search box; the search follows the typing. */
  typed: string
  search: string
  onType: (text: string) => void
  expanded: readonly string[]
  onExpand: (expanded: string[]) => void
}

/** FREQCOUNT: how often each code of each coded field occurs. */
export function FrequencyCountsView(props: FrequencyCountsViewProps) {
  const { counts, search, expanded, onExpand } = props
  return (
    <Stack gap={4}>
      <p>{words.about}</p>
      <Row gap={4} align="end">
        <SearchField label={words.search} value={props.typed} onChange={props.onType} isPageSearch />
        <Switch isSelected={props.hidesZero} onChange={props.onHideZero}>
          {words.hideZero}
        </Switch>
      </Row>
      <WhenLoaded resource={counts} loading={texts.loading} failed={texts.none} sketch="rows" level={2}>
        {({ entities }) => {
          const found = matching(entities, search)
          if (entities.length === 0) return <EmptyState title={texts.none} />
          if (found.length === 0) return <EmptyState title={words.noMatch} />
          return (
            <Accordion
              items={found.map(({ entity, fields }) => ({
                id: entity,
                title: entity,
                summary: words.fields(fields.length),
                children: () => <Fields entity={entity} fields={fields} />,
              }))}
              expanded={expanded}
              onChange={onExpand}
            />
          )
        }}
      </WhenLoaded>
    </Stack>
  )
}

type Entity = FrequencyCounts['entities'][number]
type Field = Entity['fields'][number]
type Value = Field['values'][number]

/** Entities whose name matches keep all their fields; others keep the fields that match. */
export const matching = (entities: readonly Entity[], search: string): Entity[] => {
  const text = search.trim().toLowerCase()
  if (text === '') return [...entities]
  return entities.flatMap(({ entity, fields }) => {
    if (entity.toLowerCase().includes(text)) return [{ entity, fields }]
    const found = fields.filter(({ field }) => field.toLowerCase().includes(text))
    return found.length > 0 ? [{ entity, fields: found }] : []
  })
}

function Fields({ entity, fields }: Entity) {
  return (
    <div className={styles.fields}>
      {fields.map(field => (
        <DataTable
          key={field.field}
          id={`frequency-${entity}-${field.field}`}
          caption={`${words.caption(entity, field.field)} · ${words.total(field.total)}`}
          columns={columns}
          rows={field.values}
          rowId={value => value.code ?? ''}
          state={unpaged}
          onChange={() => {}}
          empty={<EmptyState title={texts.none} level={0} />}
          isUnpaged
        />
      ))}
    </div>
  )
}

const unpaged = tableState({ pageSize: 'all' })

const columns: readonly DataColumn<Value>[] = [
  {
    id: 'code',
    header: words.columns.code,
    value: value => value.code,
    cell: value => value.code ?? words.noCode,
    kind: 'id',
    width: 'narrow',
  },
  { id: 'label', header: words.columns.label, value: value => value.label, width: 'wide' },
  { id: 'count', header: words.columns.count, value: value => value.count, kind: 'number' },
  {
    id: 'percent',
    header: words.columns.percent,
    value: value => value.percent,
    cell: value => `${value.percent.toFixed(2)}%`,
    kind: 'number',
  },
]
