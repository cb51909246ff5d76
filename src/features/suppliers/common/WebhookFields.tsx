import { longestKeyName } from '../../../domain/apiKey.ts'
import {
  longestAddress,
  type WebhookEventType,
  webhookEventLabel,
  webhookEventTypes,
} from '../../../domain/webhook.ts'
import type { WebhookWire } from '../../../domain/wire/suppliers.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Checkbox, FormCheckboxes, FormField, Stack } from '../../../ui/index.ts'

/** What was entered of a webhook. */
export const webhookIn = (entered: FormData) => ({
  name: String(entered.get('name') ?? '').trim(),
  url: String(entered.get('url') ?? '').trim(),
  events: webhookEventTypes.filter(type => entered.getAll('events').includes(type)),
})

const usual: readonly WebhookEventType[] = ['submission.processingFinished', 'submission.processingStopped']

/** The fields of a webhook. */
export function WebhookFields({ webhook }: { webhook?: WebhookWire }) {
  const t = useMessages('suppliers')
  const text = useText()
  return (
    <Stack gap={4}>
      <FormField
        name="name"
        label={t('webhook.name')}
        description={t('webhook.nameHelp')}
        maxLength={longestKeyName}
        isRequired
        missing={t('webhook.nameMissing')}
        defaultValue={webhook?.name ?? ''}
      />
      <FormField
        name="url"
        label={t('webhook.url')}
        description={t('webhook.urlHelp')}
        maxLength={longestAddress}
        isRequired
        missing={t('webhook.urlMissing')}
        defaultValue={webhook?.url ?? ''}
      />
      <FormCheckboxes
        name="events"
        label={t('webhook.events')}
        missing={t('webhook.eventsMissing')}
        defaultValue={webhook?.events ?? usual}
      >
        {webhookEventTypes.map(type => (
          <Checkbox key={type} value={type} hint={<code>{type}</code>}>
            {text(webhookEventLabel(type))}
          </Checkbox>
        ))}
      </FormCheckboxes>
    </Stack>
  )
}
