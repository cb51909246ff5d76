import { cancelDelivery, type DeliveryWire } from '../../../domain/wire/deliveries.ts'
import { type ActionHandle, useAction, useServices } from '../../../hooks/index.ts'

/** A delivery that is to be cancelled, with its name for the confirmation. */
export type Cancellable = Pick<DeliveryWire, 'id' | 'name'>

/** Cancels a delivery that is not made yet; `onDone` when that is so. */
export const useCancel = (onDone: () => void): ActionHandle<Cancellable> => {
  const { call } = useServices()
  return useAction(({ id }: Cancellable) => call(cancelDelivery, { path: { id } }), { onDone })
}
