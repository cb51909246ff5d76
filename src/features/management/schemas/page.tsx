import {
  type ContentWire,
  changeSchemaState,
  getSchemaDocument,
  listSchemas,
} from '../../../domain/wire/specifications.ts'
import { useAction, usePageTitle, useResource, useServices, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button } from '../../../ui/index.ts'
import { ActionFailure, mapLoaded } from '../../common/Loaded.tsx'
import { ContentList } from '../common/ContentList.tsx'
import { UsedBy, useContentUse } from '../common/contentUse.tsx'

/** Route `/management/specifications/schemas` (specification 1 §2, decisions §6). */
export function Component() {
  const t = useMessages('management.content')
  usePageTitle(t('schemas.title'))
  const own = useMessages('management')
  const use = useContentUse()
  const { call, blob, saveBlob } = useServices()
  const table = useTable('schemas', tableDefaults())
  const list = useResource(
    listSchemas,
    {},
    { refreshOn: ({ type }) => ['CONTENT', 'SPECIFICATION', 'COLLECTION'].includes(type) },
  )
  const download = useAction<ContentWire, Blob>(
    ({ id }) => blob(getSchemaDocument, { path: { id: String(id) } }, 'application/xml'),
    { onDone: ({ version }, document) => saveBlob(`${version}.xsd`, document) },
  )
  return (
    <ContentList
      kind="schemas"
      list={mapLoaded(list, ({ schemas }) => schemas)}
      table={table}
      changeState={({ id }, stateId) =>
        call(changeSchemaState, { path: { id: String(id) }, body: { stateId } })
      }
      onChanged={list.refresh}
      notice=<ActionFailure title={t('downloadFailed')} problem={download.problem} />
      more={[
        {
          id: 'usedBy',
          header: own('use.usedBy'),
          cell: ({ id }) => (
            <UsedBy names={use?.schemas.find(one => one.id === id)?.rulesets.map(label => ({ label }))} />
          ),
          isSortable: false,
        },
        {
          id: 'document',
          header: t('columns.document'),
          value: ({ version }) => version,
          cell: row => (
            <Button
              variant="quiet"
              size="small"
              icon="download"
              onPress={() => download.run(row)}
              isPending={download.isRunning && download.action?.id === row.id}
              aria-label={t('downloadOf', { version: row.version })}
            >
              {t('download')}
            </Button>
          ),
          isSortable: false,
        },
      ]}
    />
  )
}
