import { toProblem } from '../../domain/problem.ts'
import { err, ok } from '../../machines/support/index.ts'
import { type ValidatePageContext, validatePageMachine } from '../../machines/validate-page/index.ts'
import { message } from '../../messages/message.ts'
import {
  chosenFile,
  clean,
  document,
  faulty,
  offered,
  schemaFile,
  unauthorised,
  unavailable,
  validatePageSpec,
} from '../charts/validatePage.ts'
import { doneBy, emits, failedBy, ledThrough, type Net, type Outcome, type Question, starts } from './net.ts'

/*
 * The page /validate, written apart from the chart: who has to sign in, and how each choice changes what was chosen. Also what a check
 * begins with and leads to, and in which order the user goes through the faults.
 */

const states = [
  'opening',
  'signingIn',
  'idle.choosing',
  'idle.valid',
  'idle.faulty',
  'idle.failed',
  'checking',
] as const
type State = (typeof states)[number]
type Facts = ValidatePageContext
type Decided = Outcome<Facts, State>

const to = (state: State, facts: Facts, ...effects: string[]): Decided => ({ state, facts, effects })

/** What was found is forgotten as soon as anything else is chosen, and before each check. */
const forgotten = (facts: Facts): Facts => ({
  ...facts,
  progress: undefined,
  outcome: undefined,
  problem: undefined,
  current: 0,
  group: undefined,
})

const isXsd = (name: string): boolean => /\.xsd$/i.test(name)

/** Schemas join those that are there, one of the same name in its place; at most one other file, and none that is empty. */
const chosen = (facts: Facts, files: readonly NonNullable<Facts['file']>[]): Facts => {
  const before = forgotten(facts)
  for (const { name, size } of files)
    if (size === 0) return { ...before, refusal: message('validate', 'refusal.empty', { name }) }
  const schemas = files.filter(({ name }) => isXsd(name))
  const count = files.length - schemas.length
  if (count > 1) return { ...before, refusal: message('validate', 'refusal.several', { count }) }
  const names = schemas.map(({ name }) => name)
  const former = facts.schema.kind === 'files' ? facts.schema.files : []
  return {
    ...before,
    refusal: undefined,
    file: files.find(({ name }) => !isXsd(name)) ?? facts.file,
    schema:
      schemas.length === 0
        ? facts.schema
        : { kind: 'files', files: former.filter(({ name }) => !names.includes(name)).concat(schemas) },
  }
}

const removed = (facts: Facts, id: string): Facts => {
  const before = { ...forgotten(facts), refusal: undefined }
  if (facts.file?.id === id) before.file = undefined
  if (facts.schema.kind !== 'files') return before
  const files = facts.schema.files.filter(file => file.id !== id)
  return { ...before, schema: files.length === 0 ? { kind: 'none' } : { kind: 'files', files } }
}

const checks = (facts: Facts): Decided => {
  const before = { ...forgotten(facts), refusal: undefined }
  return to(
    'checking',
    before,
    starts('checkFile', { file: facts.file, schema: facts.schema, report: () => undefined }),
  )
}

/** Faults are gone through in the order of the file, round and round, those of one group alone where one is chosen. */
const goneThrough = (facts: Facts, event: Question<Facts, State>['event']): Facts => {
  const faults = facts.outcome?.kind === 'faulty' ? facts.outcome.faults : []
  const within = (group: string | undefined) =>
    [...faults.keys()].filter(position => group === undefined || faults[position]?.group === group)
  const positions = within(facts.group)
  switch (event.type) {
    case 'NEXT':
      return {
        ...facts,
        current: positions.find(position => position > facts.current) ?? positions[0] ?? facts.current,
      }
    case 'PREVIOUS':
      return {
        ...facts,
        current:
          positions.toReversed().find(position => position < facts.current) ??
          positions.at(-1) ??
          facts.current,
      }
    case 'SHOW':
      return event.position in faults ? { ...facts, current: event.position } : facts
    default: {
      const others = within(event.group)
      return {
        ...facts,
        group: event.group,
        current: others.includes(facts.current) ? facts.current : (others[0] ?? facts.current),
      }
    }
  }
}

const whenIdle = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  switch (event.type) {
    case 'FILES_CHOSEN':
      return to('idle.choosing', chosen(facts, event.files))
    case 'SCHEMA_CHOSEN': {
      const { reference } = event
      const schema: Facts['schema'] =
        reference === undefined ? { kind: 'none' } : { kind: 'published', reference }
      return to('idle.choosing', { ...forgotten(facts), refusal: undefined, schema })
    }
    case 'FILE_REMOVED':
      return to('idle.choosing', removed(facts, event.id))
    case 'CHECK':
      return facts.file ? checks(facts) : undefined
    case 'NEXT':
    case 'PREVIOUS':
    case 'SHOW':
    case 'SHOW_GROUP':
      return state === 'idle.faulty' ? to(state, goneThrough(facts, event)) : undefined
    default:
      return undefined
  }
}

const decided = (question: Question<Facts, State>): Decided | undefined => {
  const { state, facts, event } = question
  if (state.startsWith('idle.')) return whenIdle(question)
  switch (`${state} ${event.type}`) {
    case 'opening xstate.done.actor.readOffer': {
      if (event.output.ok) {
        const isOffered = event.output.value.some(
          ({ reference }: { reference: string }) => reference === facts.reference,
        )
        return to('idle.choosing', {
          ...facts,
          offer: event.output.value,
          schema:
            isOffered && facts.reference !== undefined
              ? { kind: 'published', reference: facts.reference }
              : { kind: 'none' },
        })
      }
      // After signing in, the page reports the refusal and does not ask again.
      return event.output.problem.kind === 'unauthorised' && !facts.hasSignedIn
        ? to('signingIn', facts, emits({ type: 'validatePage.signIn' }))
        : to('idle.choosing', { ...facts, schema: { kind: 'none' }, problem: event.output.problem })
    }
    case 'opening xstate.error.actor.readOffer':
      return to('idle.choosing', { ...facts, problem: toProblem(event.error) })
    case 'checking PROGRESS':
      return to('checking', { ...facts, progress: event.progress })
    case 'checking CANCEL':
      return to('idle.choosing', facts)
    case 'checking xstate.done.actor.checkFile':
      if (!event.output.ok) return to('idle.failed', { ...facts, problem: event.output.problem })
      return to(event.output.value.kind === 'valid' ? 'idle.valid' : 'idle.faulty', {
        ...facts,
        outcome: event.output.value,
      })
    case 'checking xstate.error.actor.checkFile':
      return to('idle.failed', { ...facts, problem: toProblem(event.error) })
    default:
      return undefined
  }
}

const empty: Facts = {
  hasSignedIn: false,
  reference: undefined,
  offer: [],
  file: undefined,
  schema: { kind: 'none' },
  refusal: undefined,
  progress: undefined,
  outcome: undefined,
  current: 0,
  group: undefined,
  problem: undefined,
}
/** Everything is there at once, so that whatever a change forgets is missed. */
const underWay: Facts = {
  ...empty,
  reference: '23056',
  offer: offered,
  file: document,
  schema: { kind: 'files', files: [schemaFile, chosenFile('b.xsd')] },
  refusal: message('validate', 'refusal.several', { count: 5 }),
  progress: { done: 1, total: 2 },
  outcome: faulty,
  current: 1,
  group: 'b',
  problem: unavailable,
}

export const validatePageNet: Net<Facts, State> = {
  machine: validatePageMachine,
  states,
  factsIn: () => [
    underWay,
    empty,
    { ...underWay, hasSignedIn: true, group: undefined, current: 2 },
    { ...underWay, group: undefined, current: 0, schema: { kind: 'files', files: [schemaFile] } },
    { ...underWay, group: 'none such', file: undefined, schema: { kind: 'published', reference: '22056' } },
    { ...underWay, outcome: clean, reference: '22056' },
  ],
  events: [
    ...Object.values(validatePageSpec.samples).flat(),
    { type: 'FILES_CHOSEN', files: [chosenFile('A.XSD'), chosenFile('c.xsd')] },
    { type: 'FILES_CHOSEN', files: [chosenFile('a.xsd', 2000)] },
    { type: 'FILES_CHOSEN', files: [document, chosenFile('b.xsd', 0)] },
    { type: 'FILES_CHOSEN', files: [chosenFile('b.gpx')] },
    { type: 'FILES_CHOSEN', files: [] },
    ...[ok(offered), ok([]), err(unauthorised), err(unavailable)].map(output => doneBy('readOffer', output)),
    failedBy('readOffer', new Error('no answer')),
    ...[ok(clean), ok(faulty), err(unavailable)].map(output => doneBy('checkFile', output)),
    failedBy('checkFile', new Error('moved')),
  ],
  decided,
  tags: {
    opening: [],
    signingIn: [],
    'idle.choosing': ['ready'],
    'idle.valid': ['ready', 'result'],
    'idle.faulty': ['ready', 'result'],
    'idle.failed': ['ready'],
    checking: ['checking'],
  },
  harmless: ledThrough(
    'validatePage.idle',
    'idle:FILES_CHOSEN:0',
    'idle:SCHEMA_CHOSEN:0',
    'idle:FILE_REMOVED:0',
  ),
  starts: [
    {
      input: { hasSignedIn: true, reference: '23056' },
      outcome: to('opening', { ...empty, hasSignedIn: true, reference: '23056' }, starts('readOffer')),
    },
  ],
}
