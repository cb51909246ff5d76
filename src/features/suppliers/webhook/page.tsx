import { useParams } from 'react-router'
import {
  changeWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  sendWebhookAgain,
  switchWebhookOff,
  switchWebhookOn,
  testWebhook,
  type WebhookWire,
} from '../../../domain/wire/suppliers.ts'
import { PageTitle, useAction, useResource, useServices, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'
import { isAbsent, WhenLoaded } from '../../common/Loaded.tsx'
import { NotFoundPage } from '../../common/NotFound.tsx'
import { webhookIn } from '../common/WebhookFields.tsx'
import { WebhookView } from './view.tsx'

const has = ({ webhooks }: { webhooks: readonly WebhookWire[] }, item: string): boolean =>
  webhooks.some(({ id }) => id === item)

/** Route `/suppliers/webhooks/{webhookId}`: how one webhook stands, and what was sent to it. */
export function Component() {
  const t = useMessages('suppliers')
  const { webhookId = '' } = useParams()
  const list = useResource(listWebhooks, { item: webhookId }, { has })
  if (isAbsent(list))
    return (
      <NotFoundPage
        problem={list.problem}
        title={t('webhook.none')}
        back={{ href: '/suppliers/webhooks', label: t('webhooks.title') }}
      >
        {t('webhook.noneHint')}
      </NotFoundPage>
    )
  return (
    <WhenLoaded
      resource={list}
      loading={t('webhook.loading')}
      failed={t('webhooks.failed')}
      level={1}
      isWholePage
    >
      {({ webhooks }) => {
        const webhook = webhooks.find(({ id }) => id === webhookId)
        return webhook && <WebhookPage webhook={webhook} onChanged={list.refresh} />
      }}
    </WhenLoaded>
  )
}

function WebhookPage({ webhook, onChanged }: { webhook: WebhookWire; onChanged: () => void }) {
  const t = useMessages('suppliers')
  const { call, navigate } = useServices()
  const table = useTable('webhookDeliveries', tableDefaults({ pageSize: 25 }))
  const { limit, offset } = table.parameters
  const path = { webhookId: webhook.id }
  const deliveries = useResource(listWebhookDeliveries, {
    path,
    query: { limit: String(limit), offset: String(offset) },
  })
  const refresh = () => {
    onChanged()
    deliveries.refresh()
  }
  const sent = () => {
    notify({ tone: 'good', title: t('webhook.sent') })
    refresh()
  }
  const change = useAction((entered: FormData) => call(changeWebhook, { path, body: webhookIn(entered) }), {
    onDone: () => {
      notify({ tone: 'good', title: t('webhook.changed') })
      refresh()
    },
  })
  const turn = useAction((isOn: boolean) => call(isOn ? switchWebhookOn : switchWebhookOff, { path }), {
    onDone: refresh,
  })
  const test = useAction((_: null) => call(testWebhook, { path }), { onDone: sent })
  const sendAgain = useAction(
    (deliveryId: string) => call(sendWebhookAgain, { path: { ...path, deliveryId } }),
    { onDone: sent },
  )
  const renew = useAction((_: null) => call(renewWebhookSecret, { path }))
  const remove = useAction((_: null) => call(removeWebhook, { path }), {
    onDone: () => {
      notify({ tone: 'good', title: t('webhook.removed', { name: webhook.name }) })
      navigate('/suppliers/webhooks')
    },
  })
  return (
    <>
      <PageTitle title={webhook.name} />
      <WebhookView
        webhook={webhook}
        deliveries={deliveries}
        table={table}
        onRefresh={refresh}
        actions={{ change, turn, test, sendAgain, renew, remove }}
      />
    </>
  )
}
