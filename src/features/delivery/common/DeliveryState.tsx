import { type DeliveryPlace, deliveryPlaceLabel } from '../../../domain/deliveryConfiguration.ts'
import { useText } from '../../../messages/index.ts'
import { StatusTag, type Tone } from '../../../ui/index.ts'

const tones: Readonly<Record<DeliveryPlace, Tone>> = {
  NONE: 'neutral',
  WAITING: 'waiting',
  WORKING: 'waiting',
  READY: 'good',
  FAILED: 'failed',
  CANCELLED: 'neutral',
  EXPIRED: 'neutral',
}

/** How a delivery stands. */
export function DeliveryState({ state }: { state: DeliveryPlace }) {
  const text = useText()
  return <StatusTag tone={tones[state]}>{text(deliveryPlaceLabel(state))}</StatusTag>
}
