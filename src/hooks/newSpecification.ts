import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { fromPromise } from 'xstate'
import type { Problem } from '../domain/problem.ts'
import type { VersionIncrement } from '../domain/version.ts'
import {
  type ApplyInput,
  type ApplyOutput,
  type Chosen,
  type CreateInput,
  type CreateOutput,
  type NewSpecificationInput,
  newSpecificationMachine,
  selectIsBusy,
  selectIsConfiguring,
  selectMissing,
} from '../machines/new-specification/index.ts'
import type { Message } from '../messages/message.ts'
import { attached } from './running/index.ts'

export interface NewSpecificationHandle {
  chosen: Chosen
  /** What is not chosen, once it is asked for. */
  missing: Partial<Record<keyof Chosen, Message>>
  isConfiguring: boolean
  isBusy: boolean
  /** Version of what was made. */
  version: string | undefined
  problem: Problem | undefined
  pickSchema: (id: number) => void
  pickRuleset: (id: number) => void
  pickIncrement: (increment: VersionIncrement) => void
  submit: () => void
  apply: () => void
}

/** A specification in the making, kept by an actor of its chart. */
export const useNewSpecification = (
  input: NewSpecificationInput,
  calls: {
    create: (chosen: CreateInput) => Promise<CreateOutput>
    apply: (id: number) => Promise<ApplyOutput>
  },
  onConfigured: () => void,
): NewSpecificationHandle => {
  const actor = useActorRef(
    newSpecificationMachine.provide({
      actors: {
        create: fromPromise<CreateOutput, CreateInput>(({ input: chosen }) => calls.create(chosen)),
        apply: fromPromise<ApplyOutput, ApplyInput>(({ input: { id } }) => calls.apply(id)),
      },
    }),
    { ...attached, input },
  )
  const tell = useEffectEvent(onConfigured)
  useEffect(() => {
    const subscription = actor.on('specification.configured', () => tell())
    return () => subscription.unsubscribe()
  }, [actor])
  const { chosen, made, problem } = useSelector(actor, snapshot => snapshot.context)
  return {
    chosen,
    version: made?.version,
    problem,
    missing: useSelector(actor, selectMissing, (one, other) => JSON.stringify(one) === JSON.stringify(other)),
    isConfiguring: useSelector(actor, selectIsConfiguring),
    isBusy: useSelector(actor, selectIsBusy),
    pickSchema: id => actor.send({ type: 'PICK_SCHEMA', id }),
    pickRuleset: id => actor.send({ type: 'PICK_RULESET', id }),
    pickIncrement: increment => actor.send({ type: 'PICK_INCREMENT', increment }),
    submit: () => actor.send({ type: 'SUBMIT' }),
    apply: () => actor.send({ type: 'APPLY' }),
  }
}
