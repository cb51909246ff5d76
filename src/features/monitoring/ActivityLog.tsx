import { listActivityLog } from '../../domain/wire/collections.ts'
import { useResource, useTable } from '../../hooks/index.ts'
import { tableDefaults } from '../../machines/table-state/index.ts'
import { ActivityLogTable } from '../common/ActivityLogTable.tsx'

/** What happened in the collection, of every provider. */
export function ActivityLog({ reference }: { reference: string }) {
  const table = useTable('collectionActivityLog', tableDefaults())
  const { limit, offset } = table.parameters
  const log = useResource(
    listActivityLog,
    { query: { collectionReference: reference, limit: String(limit), offset: String(offset) } },
    { refreshOn: message => message.type === 'FILE_EVENT' },
  )
  return (
    <ActivityLogTable
      id="collection-activity"
      log={log}
      table={table.state}
      onTableChange={table.change}
      addressOf={({ collectionId, instId }, submissionId) => ({
        area: 'monitoring',
        reference,
        collectionId,
        instId,
        submissionId,
      })}
    />
  )
}
