import { changeRulesetState, listRulesets } from '../../../domain/wire/specifications.ts'
import { usePageTitle, useResource, useServices, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { mapLoaded } from '../../common/Loaded.tsx'
import { rulesetPath } from '../common/addresses.ts'
import { ContentList } from '../common/ContentList.tsx'
import { UsedBy, useContentUse } from '../common/contentUse.tsx'

/** Route `/management/specifications/rulesets` (specification 1 §2, decisions §6). */
export function Component() {
  const t = useMessages('management.content')
  usePageTitle(t('rulesets.title'))
  const own = useMessages('management')
  const use = useContentUse()
  const { call } = useServices()
  const table = useTable('rulesets', tableDefaults())
  const list = useResource(
    listRulesets,
    {},
    { refreshOn: ({ type }) => ['CONTENT', 'SPECIFICATION', 'COLLECTION'].includes(type) },
  )
  return (
    <ContentList
      kind="rulesets"
      list={mapLoaded(list, ({ rulesets }) => rulesets)}
      table={table}
      changeState={({ id }, stateId) =>
        call(changeRulesetState, { path: { id: String(id) }, body: { stateId } })
      }
      onChanged={list.refresh}
      pathOf={({ id }) => rulesetPath(String(id))}
      more={[
        {
          id: 'schema',
          header: t('columns.schema'),
          value: ({ schema }) => schema.version,
          isSortable: false,
        },
        {
          id: 'rules',
          header: own('use.rules'),
          value: ({ id }) => use?.rulesets.find(one => one.id === id)?.rules,
          kind: 'number',
          isSortable: false,
        },
        {
          id: 'usedBy',
          header: own('use.usedBy'),
          cell: ({ id }) => (
            <UsedBy
              names={use?.rulesets.find(one => one.id === id)?.specifications.map(label => ({ label }))}
            />
          ),
          isSortable: false,
        },
      ]}
    />
  )
}
