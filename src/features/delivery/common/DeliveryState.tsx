import { type DeliveryPlace, deliveryPlaceLabel, deliveryTone } from '../../../domain/deliveryPlace.ts'
import { useText } from '../../../messages/index.ts'
import { StatusTag } from '../../../ui/index.ts'

/** How a delivery stands. */
export function DeliveryState({ state }: { state: DeliveryPlace }) {
  const text = useText()
  return <StatusTag tone={deliveryTone(state)}>{text(deliveryPlaceLabel(state))}</StatusTag>
}
