import { type ApiKeyWire, listApiKeys, revokeApiKey } from '../../../domain/wire/suppliers.ts'
import {
  useAction,
  usePageTitle,
  useResource,
  useServices,
  useTable,
  useViewer,
} from '../../../hooks/index.ts'
import { explainApiKey } from '../../../machines/api-key/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'
import { ApiKeysView } from './view.tsx'

/** Facts that the chart asks when a key is made or used; of taking one back it asks none. */
const factsOfRevoking = { hasRoom: true, isOver: false }

/** Route `/suppliers`: the API keys of the viewer's provider. */
export function Component() {
  const t = useMessages('suppliers')
  usePageTitle(t('keys.title'))
  const { call } = useServices()
  const { principal } = useViewer()
  const table = useTable('apiKeys', tableDefaults({ pageSize: 25 }))
  const list = useResource(listApiKeys, {})
  const revoke = useAction((key: ApiKeyWire) => call(revokeApiKey, { path: { keyId: key.id } }), {
    onDone: ({ name }) => {
      notify({ tone: 'good', title: t('keys.revoked', { name }) })
      list.refresh()
    },
  })
  return (
    <ApiKeysView
      list={list}
      table={table}
      revoke={revoke}
      mayRevoke={({ state }) =>
        explainApiKey(state, factsOfRevoking, { type: 'REVOKE', actor: principal }).refusal === undefined
      }
    />
  )
}
