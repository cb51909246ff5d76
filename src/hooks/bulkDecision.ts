import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import {
  type BulkDecisionMachine,
  bulkDecisionMachine,
  type DecideInput,
  type DecideOutput,
} from '../machines/bulk-decision/index.ts'
import { attached } from './running/index.ts'

export type BulkDecisionActor = ActorRefFrom<BulkDecisionMachine>

/** The same decision about many rows, kept by a bulk-decision actor. */
export const useBulkDecision = (calls: {
  decide: (decision: DecideInput) => Promise<DecideOutput>
  /** Nothing is left to decide. */
  onSettled: () => void
}): BulkDecisionActor => {
  const actor = useActorRef(
    bulkDecisionMachine.provide({
      actors: { decide: fromPromise<DecideOutput, DecideInput>(({ input }) => calls.decide(input)) },
    }),
    attached,
  )
  const tell = useEffectEvent(calls.onSettled)
  useEffect(() => {
    const settled = actor.on('bulkDecision.settled', () => tell())
    return () => settled.unsubscribe()
  }, [actor])
  return actor
}

/** Whether a row is chosen; one that asks is drawn anew only when that changes. */
export const useIsRowChosen = (bulk: BulkDecisionActor, instId: string): boolean =>
  useSelector(bulk, ({ context }) => context.chosen.includes(instId))
