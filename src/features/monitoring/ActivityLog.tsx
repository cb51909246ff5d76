import { activityTypes } from '../../domain/activity.ts'
import { activityLabel } from '../../domain/labels.ts'
import { type CollectionWire, listActivityLog } from '../../domain/wire/collections.ts'
import { isFileListBehind } from '../../domain/wire/fileEvents.ts'
import { useAction, useResource, useServices, useTable } from '../../hooks/index.ts'
import { tableDefaults } from '../../machines/table-state/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { Button, Row, SearchField } from '../../ui/index.ts'
import { ActivityLogTable } from '../common/ActivityLogTable.tsx'
import { inspectPath } from '../common/address.ts'
import { FilterSelect } from '../common/ListTools.tsx'
import { ActionFailure } from '../common/Loaded.tsx'

const csv = 'text/csv'

/** What happened in the collection, of every provider: narrowed by person and kind, and exported as narrowed. */
export function ActivityLog({ collection }: { collection: Pick<CollectionWire, 'id' | 'reference'> }) {
  const { id: collectionId, reference } = collection
  const t = useMessages('monitoring')
  const text = useText()
  const { blob, saveBlob } = useServices()
  const table = useTable('collectionActivityLog', tableDefaults())
  const { limit, offset } = table.parameters
  const { search } = table.state
  const [kind] = table.state.filters.kind ?? []
  const narrowed = {
    collectionReference: reference,
    ...(search === '' ? {} : { person: search }),
    ...(kind === undefined ? {} : { activityLogTypeId: kind }),
  }
  const log = useResource(
    listActivityLog,
    { query: { ...narrowed, limit: String(limit), offset: String(offset) } },
    { refreshOn: message => message.type === 'FILE_EVENT' && isFileListBehind(collectionId, message) },
  )
  const exported = useAction((query: typeof narrowed) => blob(listActivityLog, { query }, csv), {
    onDone: (_, file) => saveBlob(`activity.${reference}.csv`, file),
  })
  return (
    <>
      <ActionFailure title={t('activity.exportFailed')} problem={exported.problem} />
      <ActivityLogTable
        id="collection-activity"
        isDetailed
        inspectHrefOf={({ instId }) => inspectPath({ reference, instId })}
        log={log}
        table={table.state}
        onTableChange={table.change}
        addressOf={({ instId, ...entry }, submissionId) => ({
          area: 'monitoring',
          reference,
          collectionId: entry.collectionId,
          instId,
          submissionId,
        })}
        toolbar={
          <Row gap={3} align="end">
            <SearchField
              label={t('activity.person')}
              value={table.typed}
              onChange={table.type}
              onSearch={table.search}
            />
            <FilterSelect
              label={t('activity.kind')}
              anyLabel={t('activity.any')}
              value={kind}
              options={activityTypes.map(({ id }) => ({ id: String(id), label: text(activityLabel(id)) }))}
              onChange={chosen => table.filter('kind', chosen)}
            />
            <Button
              variant="quiet"
              icon="download"
              onPress={() => exported.run(narrowed)}
              isPending={exported.isRunning}
            >
              {t('activity.export')}
            </Button>
          </Row>
        }
      />
    </>
  )
}
