import { listWebhooks } from '../../../domain/wire/suppliers.ts'
import { usePageTitle, useResource, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { WebhooksView } from './view.tsx'

/** Route `/suppliers/webhooks`: the webhooks of the viewer's provider. */
export function Component() {
  const t = useMessages('suppliers')
  usePageTitle(t('webhooks.title'))
  const table = useTable('webhooks', tableDefaults())
  const list = useResource(listWebhooks, {}, { refreshOn: message => message.type === 'NOTICE' })
  return <WebhooksView list={list} table={table} />
}
