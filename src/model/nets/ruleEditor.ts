import { problem, toProblem } from '../../domain/problem.ts'
import type { EditorField } from '../../domain/ruleConfiguration.ts'
import { metadataEditorMachine } from '../../machines/metadata-editor/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { RuleEditorContext } from '../../machines/support/ruleEditor/index.ts'
import { toleranceEditorMachine } from '../../machines/tolerance-editor/index.ts'
import { doneBy, emits, failedBy, type Net, type Outcome, type Question, starts } from './net.ts'

/*
 * The fields of a rule (specification 1 §5: "Empty is invalid. Validated on blur. Saving is blocked while any input is in
 * error."; a foreign change keeps what was entered and says so). Written apart from the chart: which texts are valid is
 * said here by example.
 */

type State = 'editing' | 'saving' | 'failed'
type Facts = RuleEditorContext
type Decided = Outcome<Facts, State>

const given = (state: State, facts: Facts): Decided => ({ state, facts, effects: [] })

/** Who keeps what is not saved hears of each change of what is entered or stored. */
const told = (state: State, facts: Facts): Decided => {
  const { stored, entered } = facts
  const isDraft = JSON.stringify(entered) !== JSON.stringify(stored)
  return {
    state,
    facts,
    effects: [
      emits(isDraft ? { type: 'ruleEditor.entered', stored, entered } : { type: 'ruleEditor.untouched' }),
    ],
  }
}

/** Who opened the fields hears of it, as long as they are open. */
const saved = (found: Decided, answer: unknown): Decided => ({
  ...found,
  effects: [...found.effects, emits({ type: 'ruleEditor.saved', answer })],
})

const decidedWith =
  (valid: readonly string[]) =>
  ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
    const isOpen = state !== 'saving'
    const id = facts.fields[0]!.id
    const [now, kept] = [facts.entered[id]!, facts.stored[id]!]
    switch (event.type) {
      case 'ENTER':
        return isOpen
          ? told('editing', { ...facts, entered: { ...facts.entered, ...event.entered } })
          : undefined
      case 'LEAVE':
        return state === 'editing' && !facts.left.includes(event.fields[0])
          ? given('editing', { ...facts, left: [...facts.left, ...event.fields] })
          : undefined
      case 'SAVE':
        return isOpen && valid.includes(now) && now !== kept
          ? {
              ...given('saving', { ...facts, problem: undefined }),
              effects: [starts('save', { entered: facts.entered })],
            }
          : undefined
      case 'CANCEL':
        return isOpen
          ? told('editing', {
              ...facts,
              entered: facts.stored,
              left: [],
              problem: undefined,
              isOvertaken: false,
            })
          : undefined
      case 'STORED': {
        const next: string = event.stored[id]
        // Also while it is saved: a refusal leaves what the others have stored.
        return told(state, {
          ...facts,
          stored: { [id]: next },
          entered: { [id]: now === kept ? next : now },
          isOvertaken: facts.isOvertaken || (now !== kept && next !== kept && next !== now),
        })
      }
      case 'xstate.done.actor.save':
        if (state !== 'saving') return undefined
        return event.output.ok
          ? saved(
              told('editing', {
                ...facts,
                stored: facts.entered,
                left: [],
                problem: undefined,
                isOvertaken: false,
              }),
              event.output.value,
            )
          : given('failed', { ...facts, problem: event.output.problem })
      case 'xstate.error.actor.save':
        return state === 'saving' ? given('failed', { ...facts, problem: toProblem(event.error) }) : undefined
      default:
        return undefined
    }
  }

const netOf = (
  machine: Net['machine'],
  field: EditorField,
  { stored, others, wrong }: { stored: string; others: [string, string]; wrong: readonly string[] },
): Net<Facts, State> => {
  const { id } = field
  const [other, third] = others
  const at = (entered: string, changes: Partial<Facts> = {}): Facts => ({
    fields: [field],
    stored: { [id]: stored },
    entered: { [id]: entered },
    left: [],
    problem: undefined,
    isOvertaken: false,
    ...changes,
  })
  const conflict = problem('conflict', 'The state has changed.')
  return {
    machine,
    states: ['editing', 'saving', 'failed'],
    factsIn: state =>
      state === 'editing'
        ? [
            at(stored),
            at(other),
            at(other, { left: [id], isOvertaken: true }),
            ...wrong.map(text => at(text, { left: [id] })),
          ]
        : state === 'saving'
          ? [at(other), at(other, { left: [id], isOvertaken: true })]
          : [
              // Somebody else has stored meanwhile what was entered here.
              at(stored, { problem: conflict }),
              at(other, { problem: conflict }),
              at(other, { left: [id], problem: conflict, isOvertaken: true }),
            ],
    events: [
      ...[stored, other, ...wrong].map(text => ({ type: 'ENTER', entered: { [id]: text } })),
      { type: 'LEAVE', fields: [id] },
      { type: 'SAVE' },
      { type: 'CANCEL' },
      { type: 'STORED', stored: { [id]: stored } },
      { type: 'STORED', stored: { [id]: third } },
      // What is being saved here, say, told before the answer.
      { type: 'STORED', stored: { [id]: other } },
      doneBy('save', ok('stored')),
      doneBy('save', err(problem('forbidden', 'Not for you.'))),
      failedBy('save', new Error('no answer')),
    ],
    decided: decidedWith([stored, ...others]),
    tags: { editing: [], saving: ['busy'], failed: [] },
    starts: [
      {
        input: { fields: [field], stored: { [id]: stored } },
        outcome: { state: 'editing', facts: at(stored), effects: [] },
      },
    ],
  }
}

export const toleranceEditorNet = netOf(
  toleranceEditorMachine,
  { id: 'share', kind: 'percentage' },
  { stored: '5', others: ['999.99', '0'], wrong: ['', '1000', '5.125', '-1'] },
)

export const metadataEditorNet = netOf(
  metadataEditorMachine,
  { id: 'guidanceUrl', kind: 'address' },
  {
    stored: 'https://agency.example/1',
    others: ['http://agency.example', ''],
    wrong: ['agency.example', 'ftp://agency.example'],
  },
)
