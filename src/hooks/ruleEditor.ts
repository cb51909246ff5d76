import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { fromPromise } from 'xstate'
import type { Problem } from '../domain/problem.ts'
import type { EditorField, Entered } from '../domain/ruleConfiguration.ts'
import type { Result } from '../machines/support/index.ts'
import {
  type RuleEditorMachine,
  type SaveInput,
  type SaveOutput,
  selectCanSave,
  selectFaults,
  selectIsSaving,
  selectIsTouched,
} from '../machines/support/ruleEditor/index.ts'
import type { Message } from '../messages/message.ts'
import { attached } from './running/index.ts'
import { useDraft } from './useDrafts.ts'

export interface RuleEditorHandle {
  fields: readonly EditorField[]
  entered: Entered
  /** What is wrong with the fields that were left. */
  faults: Readonly<Record<string, Message>>
  isTouched: boolean
  /** What is stored, as text. */
  stored: Entered
  isSaving: boolean
  isOvertaken: boolean
  canSave: boolean
  problem: Problem | undefined
  enter: (field: string, text: string) => void
  /** Gives many fields their texts at once, and leaves them. */
  enterAll: (entered: Entered) => void
  leave: (field: string) => void
  save: () => void
  cancel: () => void
}

/**
 * The fields of a rule, kept by an editor's actor; `stored` is followed, whoever changes it. What is entered and not saved is
 * there again when the same place is drawn anew.
 */
export const useRuleEditor = <Output>(
  machine: RuleEditorMachine,
  { place, fields, stored }: { place: string; fields: readonly EditorField[]; stored: Entered },
  save: (entered: Entered) => Promise<Result<Output>>,
  onSaved: (output: Output) => void,
): RuleEditorHandle => {
  const tellSaved = useEffectEvent(onSaved)
  const draft = useDraft(place)
  const former = draft.read()
  const actor = useActorRef(
    machine.provide({
      actors: {
        save: fromPromise<SaveOutput, SaveInput>(async ({ input }) => {
          const result = await save(input.entered)
          // Here, for the place may have been closed meanwhile.
          if (result.ok) draft.drop()
          return result
        }),
      },
    }),
    { ...attached, input: { fields, stored: former?.stored ?? stored, entered: former?.entered } },
  )
  const keep = useEffectEvent(draft.keep)
  const drop = useEffectEvent(draft.drop)
  useEffect(() => {
    const subscriptions = [
      actor.on('ruleEditor.entered', ({ stored: over, entered }) => keep({ stored: over, entered })),
      actor.on('ruleEditor.untouched', () => drop()),
      actor.on('ruleEditor.saved', ({ answer }) => tellSaved(answer as Output)),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [actor])
  const now = JSON.stringify(stored)
  useEffect(() => {
    actor.send({ type: 'STORED', stored: JSON.parse(now) as Entered })
  }, [actor, now])
  const context = useSelector(actor, snapshot => snapshot.context)
  return {
    fields,
    entered: context.entered,
    stored: context.stored,
    isOvertaken: context.isOvertaken,
    problem: context.problem,
    faults: useSelector(actor, selectFaults, (one, other) => JSON.stringify(one) === JSON.stringify(other)),
    isTouched: useSelector(actor, selectIsTouched),
    isSaving: useSelector(actor, selectIsSaving),
    canSave: useSelector(actor, selectCanSave),
    enter: (field, text) => actor.send({ type: 'ENTER', entered: { [field]: text } }),
    enterAll: entered => {
      actor.send({ type: 'ENTER', entered })
      actor.send({ type: 'LEAVE', fields: Object.keys(entered) })
    },
    leave: field => actor.send({ type: 'LEAVE', fields: [field] }),
    save: () => actor.send({ type: 'SAVE' }),
    cancel: () => actor.send({ type: 'CANCEL' }),
  }
}
