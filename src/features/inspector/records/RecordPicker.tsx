import { useAddressFilters } from '../../../hooks/index.ts'
import { useTypedSearch } from '../../../hooks/typedSearch.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Card, Row, SearchField, Select, Stack } from '../../../ui/index.ts'
import type { ViewProps } from '../views.ts'
import { stateLabel } from './naming.ts'
import { RecordList } from './RecordList.tsx'

const all = 'all'

/** Chooses the record of a chart that the view in sight shows. */
export function RecordPicker({ chart }: ViewProps) {
  const t = useMessages('inspector.records')
  const { values, choose, clear } = useAddressFilters(`inspectorRecords ${chart.id}`, ['in'])
  const { typed, search, type, searchNow } = useTypedSearch()
  const leaves = chart.states.filter(({ kind }) => kind === 'atomic' || kind === 'final')
  return (
    <Card title={t('pick.title')} level={2} hint={t('pick.text')}>
      <Stack gap={3}>
        <Row gap={3} align="end">
          <SearchField
            label={t('find')}
            placeholder={t('findHint')}
            isPageSearch
            value={typed}
            onChange={type}
            onSearch={searchNow}
          />
          <Select
            label={t('columns.state')}
            options={[
              { id: all, label: t('anyState') },
              ...leaves.map(({ id }) => ({ id, label: stateLabel(id) })),
            ]}
            value={values.in ?? all}
            onChange={value => choose('in', value === all ? undefined : value)}
          />
          {values.in !== undefined && (
            <Button variant="quiet" onPress={clear}>
              {t('clear')}
            </Button>
          )}
        </Row>
        <RecordList chart={chart} filters={{ state: values.in, search: search.trim() || undefined }} />
      </Stack>
    </Card>
  )
}
