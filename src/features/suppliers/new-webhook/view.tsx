import type { Problem } from '../../../domain/problem.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { addWebhook } from '../../../domain/wire/suppliers.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Card, Form, LinkButton, Page, PageHeader, Row, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { Secret } from '../common/Secret.tsx'
import { SupplierCrumbs } from '../common/SupplierCrumbs.tsx'
import { WebhookFields } from '../common/WebhookFields.tsx'

export interface NewWebhookViewProps {
  onAdd: (entered: FormData) => void
  isAdding: boolean
  problem: Problem | undefined
  added: ResponseOf<typeof addWebhook> | undefined
}

/** The form of a new webhook, and then its secret. */
export function NewWebhookView({ onAdd, isAdding, problem, added }: NewWebhookViewProps) {
  const t = useMessages('suppliers')
  return (
    <Page
      breadcrumbs={<SupplierCrumbs parent="webhooks" />}
      header={<PageHeader title={t('newWebhook.title')}>{t('newWebhook.lead')}</PageHeader>}
      width="prose"
    >
      <Card>
        {added ? (
          <Stack gap={4}>
            <Secret
              title={t('newWebhook.added', { name: added.webhook.name })}
              label={t('webhook.secret')}
              value={added.secret}
            >
              {t('webhook.secretUse')}
            </Secret>
            <Row>
              <LinkButton href={`/suppliers/webhooks/${added.webhook.id}`} variant="primary">
                {t('newWebhook.done')}
              </LinkButton>
            </Row>
          </Stack>
        ) : (
          <Form label={t('newWebhook.title')} onSubmit={onAdd}>
            <Stack gap={4}>
              <ActionFailure title={t('newWebhook.failed')} problem={problem} hasReason />
              <WebhookFields />
              <Row gap={3}>
                <Button type="submit" variant="primary" isPending={isAdding}>
                  {t('newWebhook.add')}
                </Button>
                <LinkButton href="/suppliers/webhooks" variant="quiet">
                  {t('cancel')}
                </LinkButton>
              </Row>
            </Stack>
          </Form>
        )}
      </Card>
    </Page>
  )
}
