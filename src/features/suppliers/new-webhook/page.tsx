import { addWebhook } from '../../../domain/wire/suppliers.ts'
import { useAction, usePageTitle, useServices } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { webhookIn } from '../common/WebhookFields.tsx'
import { NewWebhookView } from './view.tsx'

/** Route `/suppliers/webhooks/new`: the secret of the webhook is shown in the place of the form. */
export function Component() {
  const t = useMessages('suppliers')
  usePageTitle(t('newWebhook.title'))
  const { call } = useServices()
  const add = useAction((entered: FormData) => call(addWebhook, { body: webhookIn(entered) }))
  return <NewWebhookView onAdd={add.run} isAdding={add.isRunning} problem={add.problem} added={add.output} />
}
