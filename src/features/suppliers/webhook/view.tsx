import { loggedAt } from '../../../domain/dates.ts'
import { isSwitchedOff, type WebhookEventType, webhookEventLabel } from '../../../domain/webhook.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type {
  listWebhookDeliveries,
  renewWebhookSecret,
  WebhookWire,
} from '../../../domain/wire/suppliers.ts'
import type { ActionHandle, Table } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  DescriptionList,
  Disclosure,
  Form,
  Page,
  PageHeader,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { ConfirmAction } from '../../common/ConfirmAction.tsx'
import { ActionFailure, type Loaded } from '../../common/Loaded.tsx'
import { Secret } from '../common/Secret.tsx'
import { SupplierCrumbs } from '../common/SupplierCrumbs.tsx'
import { WebhookFields } from '../common/WebhookFields.tsx'
import { WebhookState } from '../common/WebhookState.tsx'
import { Deliveries } from './Deliveries.tsx'

export interface WebhookActions {
  change: ActionHandle<FormData>
  /** Switched on (true) or off. */
  turn: ActionHandle<boolean>
  test: ActionHandle<null>
  /** By the id of the delivery. */
  sendAgain: ActionHandle<string>
  renew: ActionHandle<null, ResponseOf<typeof renewWebhookSecret>>
  remove: ActionHandle<null>
}

export interface WebhookViewProps {
  webhook: WebhookWire
  deliveries: Loaded<ResponseOf<typeof listWebhookDeliveries>>
  table: Pick<Table, 'state' | 'change'>
  onRefresh: () => void
  actions: WebhookActions
}

/** One webhook: how it stands, what can be done with it, what was sent. */
export function WebhookView({ webhook, deliveries, table, onRefresh, actions }: WebhookViewProps) {
  const t = useMessages('suppliers')
  const text = useText()
  const { change, turn, test, sendAgain, renew, remove } = actions
  const isOff = isSwitchedOff(webhook.state)
  const problem = turn.problem ?? test.problem ?? sendAgain.problem
  return (
    <Page
      breadcrumbs={<SupplierCrumbs parent="webhooks" />}
      header={
        <PageHeader
          title={webhook.name}
          actions={
            <Row gap={2}>
              <Button
                variant="primary"
                disabledReason={isOff ? t('webhook.testOff') : undefined}
                isPending={test.isRunning}
                onPress={() => test.run(null)}
              >
                {t('webhook.test')}
              </Button>
              <Button isPending={turn.isRunning} onPress={() => turn.run(isOff)}>
                {isOff ? t('webhook.switchOn') : t('webhook.switchOff')}
              </Button>
            </Row>
          }
        />
      }
    >
      <Stack gap={4}>
        <ActionFailure title={t('webhook.failed')} problem={problem} hasReason />
        <Card title={t('webhook.standing')} actions={<WebhookState state={webhook.state} />}>
          <Stack gap={4}>
            <DescriptionList items={itemsOf(t, text, webhook)} />
            <Disclosure title={t('webhook.change')}>
              <Form label={t('webhook.change')} onSubmit={change.run}>
                <Stack gap={4}>
                  <ActionFailure title={t('webhook.changeFailed')} problem={change.problem} hasReason />
                  <WebhookFields webhook={webhook} />
                  <Row>
                    <Button type="submit" variant="primary" isPending={change.isRunning}>
                      {t('webhook.save')}
                    </Button>
                  </Row>
                </Stack>
              </Form>
            </Disclosure>
            {renew.output ? (
              <Secret title={t('webhook.renewed')} label={t('webhook.secret')} value={renew.output.secret}>
                {t('webhook.secretUse')}
              </Secret>
            ) : (
              <Row gap={3}>
                <Button onPress={() => renew.ask(null)}>{t('webhook.renew')}</Button>
                <Button variant="danger" onPress={() => remove.ask(null)}>
                  {t('webhook.remove')}
                </Button>
              </Row>
            )}
          </Stack>
        </Card>
        <Deliveries
          deliveries={deliveries}
          table={table}
          onRefresh={onRefresh}
          sendAgain={sendAgain}
          isOff={isOff}
        />
      </Stack>
      {[
        { id: 'renew', action: renew },
        { id: 'remove', action: remove },
      ].map(({ id, action }) => (
        <ConfirmAction
          key={id}
          action={action}
          title={t(id === 'renew' ? 'webhook.renewing.title' : 'webhook.removing.title', {
            name: webhook.name,
          })}
          confirmLabel={t(id === 'renew' ? 'webhook.renew' : 'webhook.remove')}
          tone="danger"
        >
          <p>{t(id === 'renew' ? 'webhook.renewing.text' : 'webhook.removing.text')}</p>
        </ConfirmAction>
      ))}
    </Page>
  )
}

const itemsOf = (
  t: ReturnType<typeof useMessages<'suppliers'>>,
  text: ReturnType<typeof useText>,
  webhook: WebhookWire,
) => [
  { id: 'url', term: t('webhook.url'), value: <code>{webhook.url}</code> },
  {
    id: 'events',
    term: t('webhook.events'),
    value: webhook.events.map((type: WebhookEventType) => text(webhookEventLabel(type))).join('; '),
  },
  ...(webhook.failingSince === null
    ? []
    : [
        {
          id: 'failing',
          term: t('webhook.failingSince'),
          value: text(loggedAt(webhook.failingSince)),
        },
      ]),
  {
    id: 'added',
    term: t('webhooks.columns.added'),
    value: t('webhook.addedBy', { at: text(loggedAt(webhook.added)), name: webhook.addedBy }),
  },
]
