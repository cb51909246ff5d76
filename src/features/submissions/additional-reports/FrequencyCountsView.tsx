import type { FrequencyCounts } from '../../../domain/wire/reports.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import {
  Accordion,
  type DataColumn,
  DataTable,
  EmptyState,
  formatPercentage,
  Row,
  SearchField,
  Stack,
  Switch,
  tableState,
} from '../../../ui/index.ts'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import styles from './AdditionalReports.module.css'

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
  const t = useMessages('submissions.additional-reports')
  const { counts, search, expanded, onExpand } = props
  return (
    <Stack gap={4}>
      <p>{t('frequency.about')}</p>
      <Row gap={4} align="end">
        <SearchField label={t('frequency.search')} value={props.typed} onChange={props.onType} isPageSearch />
        <Switch isSelected={props.hidesZero} onChange={props.onHideZero}>
          {t('frequency.hideZero')}
        </Switch>
      </Row>
      <WhenLoaded resource={counts} loading={t('loading')} failed={t('none')} sketch="rows" level={2}>
        {({ entities }) => {
          const found = matching(entities, search)
          if (entities.length === 0) return <EmptyState title={t('none')} />
          if (found.length === 0) return <EmptyState title={t('frequency.noMatch')} />
          return (
            <Accordion
              items={found.map(({ entity, fields }) => ({
                id: entity,
                title: entity,
                summary: t('frequency.fields', { count: fields.length }),
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
  const t = useMessages('submissions.additional-reports')
  return (
    <div className={styles.fields}>
      {fields.map(field => (
        <DataTable
          key={field.field}
          id={`frequency-${entity}-${field.field}`}
          caption={`${t('frequency.caption', { entity, field: field.field })} · ${t('frequency.total', { count: field.total })}`}
          columns={columnsOf(t)}
          rows={field.values}
          rowId={value => value.code ?? ''}
          state={unpaged}
          onChange={() => {}}
          empty={<EmptyState title={t('none')} level={0} />}
          isUnpaged
        />
      ))}
    </div>
  )
}

const unpaged = tableState({ pageSize: 'all' })

const columnsOf = (t: Translate<'submissions.additional-reports'>): readonly DataColumn<Value>[] => [
  {
    id: 'code',
    header: t('frequency.columns.code'),
    value: value => value.code,
    cell: value => value.code ?? t('frequency.noCode'),
    kind: 'id',
    width: 'narrow',
  },
  { id: 'label', header: t('frequency.columns.label'), value: value => value.label, width: 'wide' },
  { id: 'count', header: t('frequency.columns.count'), value: value => value.count, kind: 'number' },
  {
    id: 'percent',
    header: t('frequency.columns.percent'),
    value: value => value.percent,
    cell: value => formatPercentage(value.percent),
    kind: 'number',
  },
]
