import { type WebhookPlace, webhookPlaceLabel } from '../../../domain/webhook.ts'
import { useText } from '../../../messages/index.ts'
import { StatusTag, type Tone } from '../../../ui/index.ts'

const tones: Readonly<Record<WebhookPlace, Tone>> = {
  NONE: 'neutral',
  ACTIVE: 'good',
  FAILING: 'failed',
  SWITCHED_OFF: 'attention',
  REMOVED: 'neutral',
}

export function WebhookState({ state }: { state: WebhookPlace }) {
  const text = useText()
  return <StatusTag tone={tones[state]}>{text(webhookPlaceLabel(state))}</StatusTag>
}
