import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { fromPromise } from 'xstate'
import type { Problem } from '../domain/problem.ts'
import {
  type InlineChoiceContext,
  inlineChoiceMachine,
  type SaveInput,
  type SaveOutput,
  selectCanSave,
  selectIsChoosing,
  selectIsConfirming,
  selectIsSaving,
} from '../machines/inline-choice/index.ts'
import { ok, type Result } from '../machines/support/index.ts'
import { attached } from './running/index.ts'

export interface InlineChoiceHandle extends Pick<InlineChoiceContext, 'current' | 'picked' | 'isOvertaken'> {
  /** Whether the options are shown. */
  isChoosing: boolean
  /** Whether what was picked is asked about before it is saved. */
  isConfirming: boolean
  isSaving: boolean
  canSave: boolean
  problem: Problem | undefined
  edit: () => void
  pick: (id: number) => void
  save: () => void
  cancel: () => void
  confirm: () => void
  dismiss: () => void
}

/**
 * A choice that is made in its place, kept by an inline-choice actor; `current` is followed, whoever changes it. The options of
 * `asksFirst` are asked about before they are saved.
 */
export const useInlineChoice = <Output>(
  current: number | null,
  save: (picked: number) => Promise<Result<Output>>,
  onSaved: (output: Output) => void,
  asksFirst: readonly number[] = [],
): InlineChoiceHandle => {
  const tellSaved = useEffectEvent(onSaved)
  const actor = useActorRef(
    inlineChoiceMachine.provide({
      actors: {
        save: fromPromise<SaveOutput, SaveInput>(async ({ input }) => {
          const result = await save(input.picked)
          if (!result.ok) return result
          tellSaved(result.value)
          return ok(undefined)
        }),
      },
    }),
    { ...attached, input: { current, asksFirst } },
  )
  useEffect(() => {
    actor.send({ type: 'CHANGED', current })
  }, [actor, current])
  const context = useSelector(actor, snapshot => snapshot.context)
  return {
    current: context.current,
    picked: context.picked,
    isOvertaken: context.isOvertaken,
    problem: context.problem,
    isChoosing: useSelector(actor, selectIsChoosing),
    isConfirming: useSelector(actor, selectIsConfirming),
    isSaving: useSelector(actor, selectIsSaving),
    canSave: useSelector(actor, selectCanSave),
    edit: () => actor.send({ type: 'EDIT' }),
    pick: id => actor.send({ type: 'PICK', id }),
    save: () => actor.send({ type: 'SAVE' }),
    cancel: () => actor.send({ type: 'CANCEL' }),
    confirm: () => actor.send({ type: 'CONFIRM' }),
    dismiss: () => actor.send({ type: 'DISMISS' }),
  }
}
