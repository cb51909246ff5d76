import { useActorRef, useSelector } from '@xstate/react'
import { fromPromise } from 'xstate'
import type { Problem } from '../domain/problem.ts'
import type { RuleFieldId, RuleTexts } from '../domain/ruleSource.ts'
import {
  type RunOutput,
  type RunResult,
  ruleSourceMachine,
  type SaveOutput,
  type TextsInput,
} from '../machines/rule-source/index.ts'
import { attached } from './running/index.ts'

export interface RuleSourceHandle {
  entered: RuleTexts
  /** What the last run has shown. */
  result: RunResult | undefined
  /** Whether the result is not of what is entered now. */
  isStale: boolean
  isSaving: boolean
  canSave: boolean
  /** The ruleset that was made. */
  saved: { id: number; version: string } | undefined
  problem: Problem | undefined
  enter: (field: RuleFieldId, text: string) => void
  save: () => void
}

/** A rule under somebody's hands, kept by an actor of its chart. */
export const useRuleSource = (
  stored: RuleTexts,
  calls: {
    run: (texts: RuleTexts, signal: AbortSignal) => Promise<RunOutput>
    save: (texts: RuleTexts) => Promise<SaveOutput>
  },
): RuleSourceHandle => {
  const actor = useActorRef(
    ruleSourceMachine.provide({
      actors: {
        run: fromPromise<RunOutput, TextsInput>(({ input, signal }) => calls.run(input.texts, signal)),
        save: fromPromise<SaveOutput, TextsInput>(({ input }) => calls.save(input.texts)),
      },
    }),
    { ...attached, input: { stored } },
  )
  const snapshot = useSelector(actor, current => current)
  const { entered, result, saved, problem } = snapshot.context
  return {
    entered,
    result,
    saved,
    problem,
    isStale: snapshot.hasTag('stale'),
    isSaving: snapshot.hasTag('saving'),
    canSave: snapshot.can({ type: 'SAVE' }),
    enter: (field, text) => actor.send({ type: 'ENTER', field, text }),
    save: () => actor.send({ type: 'SAVE' }),
  }
}
