import { type ActorRef, createActor, type EventObject, fromTransition, type Snapshot } from 'xstate'

/** What stands for the chart that runs another one, where that one is taken apart from it. */
type Parent = ActorRef<Snapshot<unknown>, EventObject>

/** A parent that takes what it is told and does nothing with it. */
export const parent: Parent = createActor(
  fromTransition(() => undefined, undefined),
  { id: 'parent' },
).start()

/** A parent that notes what it is told, in order. */
export const notingParent = (): { parent: Parent; received: readonly EventObject[] } => {
  const received: EventObject[] = []
  const noting = fromTransition((_: undefined, event: EventObject) => void received.push(event), undefined)
  return { parent: createActor(noting, { id: 'parent' }).start(), received }
}
