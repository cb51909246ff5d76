import { problem } from '../../domain/problem.ts'
import { type StatusName, statusById } from '../../domain/status.ts'
import {
  type Found,
  type Named,
  type SubmissionPageContext,
  submissionPageMachine,
} from '../../machines/submission-page/index.ts'
import { message } from '../../messages/message.ts'
import { ledThrough, type Net, type Outcome, type Question } from './net.ts'

/*
 * A page of a submission: what is loaded, what is at work, where one stands (specification 2 §2.1 to §2.3, §4.1, §4.2;
 * decisions §12). Written apart from the chart: which address is the submission's own, what each status is to the pages, and
 * which pages a viewer may see.
 */

type Loaded = 'asking' | 'there' | 'notBegun' | 'notOffered' | 'misplaced' | 'notFound' | 'failed'
type Place = 'root' | 'onPage' | 'denied'
type State = `loaded.${Loaded} + work.${string} + place.${Place}`
type Facts = SubmissionPageContext
type Decided = Outcome<Facts, State>

/** What is at work, by the ids of the statuses (specification 2 §4.1). */
export const statusIdsAtWork: Readonly<Record<string, readonly number[]>> = {
  nothing: [0],
  receiving: [1],
  processing: [2, 4, 6, 7, 10, 37, 40, 11, 13, 15, 17, 18, 20, 21, 23],
  uploadFailed: [3],
  schemaRefused: [8],
  rightRefused: [38],
  systemFailed: [5, 9, 39, 12, 14, 16, 19, 22],
  reading: [24],
  approving: [25, 26, 27],
  sentBack: [34, 36],
  approved: [28],
  signingOff: [29],
  signedOff: [30, 31, 32, 33],
  nilReturn: [35],
}
/** What views ask about what is at work, as they were told it: by name of the work. */
const tagsAtWork: Readonly<Record<string, readonly string[]>> = {
  nothing: ['withoutFile'],
  receiving: ['withoutFile'],
  uploadFailed: ['withoutFile'],
  schemaRefused: ['refused', 'stopped'],
  rightRefused: ['refused', 'stopped'],
  systemFailed: ['stopped'],
  approving: ['handedOver'],
  sentBack: ['handedOver'],
  approved: ['approved', 'handedOver'],
  signingOff: ['approved', 'handedOver'],
  signedOff: ['approved', 'handedOver'],
}
const everyId = Array.from({ length: 41 }, (_, id) => id)
const nameOf = (id: number): StatusName => statusById(id)?.name ?? 'UNKNOWN'
const workOf = (status: StatusName): string =>
  Object.keys(statusIdsAtWork).find(work => statusIdsAtWork[work]?.some(id => nameOf(id) === status)) ??
  'undecided'

const stateOf = (loaded: Loaded, work: string, place: Place): State =>
  `loaded.${loaded} + work.${work} + place.${place}`
const regionsOf = (state: State): [Loaded, string, Place] =>
  state.split(' + ').map(part => part.slice(part.indexOf('.') + 1)) as [Loaded, string, Place]

/** What an address does not say cannot be wrong. */
const isOwn = (named: Named, found: Found): boolean =>
  named.mode === found.mode &&
  named.collectionId === found.collectionId &&
  (named.reference === undefined || named.reference === found.reference) &&
  (named.instId === undefined || named.instId === found.instId)

const placeOf = ({ page, isAllowed }: Facts['place']): Place => {
  if (page === undefined) return 'root'
  return isAllowed ? 'onPage' : 'denied'
}

const noProblem = { problem: undefined } satisfies Partial<Facts>

/** Nothing is left of a nil return that was withdrawn (decisions §12): the submission has no status any more. */
const withdrawn: Partial<Facts> = {
  problem: problem('gone', message('problems', 'nilReturnWithdrawn')),
  answer: undefined,
}

/** What an answer is at an address, for a submission with what is at work in it. */
const judged = (
  named: Named,
  { found, is }: NonNullable<Facts['answer']>,
  work: string,
): [Loaded, Partial<Facts>] => {
  if (!isOwn(named, found)) return ['misplaced', {}]
  if (is === 'begun' && work === 'nothing') return ['notFound', withdrawn]
  if (is === 'notOffered') return ['notOffered', {}]
  return [is === 'begun' ? 'there' : 'notBegun', noProblem]
}

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  const [loaded, work, place] = regionsOf(state)
  const loadedAs = (next: Loaded, change: Partial<Facts> = {}): Decided => ({
    state: stateOf(next, work, place),
    facts: { ...facts, ...change },
    effects: [],
  })
  switch (event.type) {
    case 'FOUND':
    case 'NOT_BEGUN': {
      const is = event.type === 'FOUND' ? 'begun' : event.isOffered ? 'notBegun' : 'notOffered'
      const answer = { found: event.found, is } as const
      const [next, change] = judged(facts.named, answer, work)
      return loadedAs(next, { answer, ...change })
    }
    case 'FAILED': {
      const isMissing = [404, 410].includes(event.problem.status)
      // One that has failed is asked for again by itself, and may be found not to be there.
      if (loaded === 'asking' || loaded === 'failed')
        return loadedAs(isMissing ? 'notFound' : 'failed', { problem: event.problem })
      // A later question that fails leaves in sight what is there, but not what was deleted (decisions §15).
      return isMissing && (loaded === 'there' || loaded === 'notBegun')
        ? loadedAs('notFound', { problem: event.problem, answer: undefined })
        : undefined
    }
    case 'ASKED_AGAIN':
      return loaded === 'failed' ? loadedAs('asking', { problem: undefined }) : undefined
    case 'STATUS_CHANGED': {
      const isWithdrawn = loaded === 'there' && workOf(event.status) === 'nothing'
      return {
        state: stateOf(isWithdrawn ? 'notFound' : loaded, workOf(event.status), place),
        facts: { ...facts, status: event.status, ...(isWithdrawn ? withdrawn : {}) },
        effects: [],
      }
    }
    case 'PLACE_CHANGED': {
      // Another address around the same submission: it is judged anew whether that is its own.
      const [next, change] = facts.answer ? judged(event.named, facts.answer, work) : [loaded, {}]
      return {
        state: stateOf(next, work, placeOf(event.place)),
        facts: { ...facts, ...change, named: event.named, place: event.place },
        effects: [],
      }
    }
    default:
      return undefined
  }
}

const found: Found = { mode: 'live', collectionId: 'c1', reference: '23056', instId: '0001' }
const named: Named = { mode: 'live', collectionId: 'c1', reference: '23056', instId: '0001' }
const elsewhere: Named = { ...named, mode: 'ovt' }
const silent: Named = { ...named, reference: undefined, instId: undefined }
const places = {
  root: { page: undefined, isAllowed: true },
  onPage: { page: 'upload', isAllowed: true },
  denied: { page: 'submit', isAllowed: false },
} as const
const missing = problem('not-found', 'There is no such submission.')
const gone = problem('gone', 'Somebody deleted it.')
const network = problem('network', 'No answer.')

/** The answers after which a page stands so. */
const answersAt: Readonly<Record<Loaded, readonly Facts['answer'][]>> = {
  asking: [undefined],
  failed: [undefined],
  notFound: [undefined],
  there: [{ found, is: 'begun' }],
  notBegun: [{ found, is: 'notBegun' }],
  notOffered: [{ found, is: 'notOffered' }],
  misplaced: (['begun', 'notBegun', 'notOffered'] as const).map(is => ({ found, is })),
}

/** The regions are asked through one by one, with one state of the others. */
const states: State[] = [
  ...(['asking', 'there', 'notBegun', 'notOffered', 'misplaced', 'notFound', 'failed'] as const).map(loaded =>
    stateOf(loaded, 'processing', 'onPage'),
  ),
  ...Object.keys(statusIdsAtWork)
    .filter(work => work !== 'processing')
    // Without a status it is a new submission.
    .map(work => stateOf(work === 'nothing' ? 'notBegun' : 'there', work, 'onPage')),
  ...(['root', 'denied'] as const).map(place => stateOf('asking', 'reading', place)),
]

const factsIn = (state: State): Facts[] => {
  const [loaded, work, place] = regionsOf(state)
  const [id = 2] = statusIdsAtWork[work] ?? []
  const base = {
    place: places[place],
    status: nameOf(id),
    problem: loaded === 'failed' ? network : loaded === 'notFound' ? missing : undefined,
  }
  const addresses = loaded === 'misplaced' ? [elsewhere] : [named, silent]
  return answersAt[loaded].flatMap(answer => addresses.map(at => ({ ...base, answer, named: at })))
}

export const submissionPageNet: Net<Facts, State> = {
  machine: submissionPageMachine,
  states,
  factsIn,
  events: [
    ...[
      found,
      { ...found, mode: 'ovt' },
      { ...found, collectionId: 'c2' },
      { ...found, reference: '22056' },
      { ...found, instId: '0002' },
    ].flatMap(one => [
      { type: 'FOUND', found: one },
      { type: 'NOT_BEGUN', found: one, isOffered: true },
      { type: 'NOT_BEGUN', found: one, isOffered: false },
    ]),
    { type: 'FAILED', problem: missing },
    { type: 'FAILED', problem: gone },
    { type: 'FAILED', problem: network },
    { type: 'FAILED', problem: problem('unavailable', 'Not now.') },
    { type: 'ASKED_AGAIN' },
    ...everyId.map(id => ({ type: 'STATUS_CHANGED', status: nameOf(id) })),
    ...Object.values(places).map(place => ({ type: 'PLACE_CHANGED', named: silent, place })),
    { type: 'PLACE_CHANGED', named, place: { page: undefined, isAllowed: false } },
    { type: 'PLACE_CHANGED', named: elsewhere, place: places.onPage },
  ],
  decided,
  tags: Object.fromEntries(
    states.map(state => {
      const [loaded, work] = regionsOf(state)
      const missing = loaded === 'misplaced' || loaded === 'notFound' ? ['missing'] : []
      return [state, [...missing, ...(tagsAtWork[work] ?? [])]]
    }),
  ),
  // A region begins with the state that is left at once.
  harmless: {
    ...ledThrough('submissionPage.work', 'work:STATUS_CHANGED:0'),
    ...ledThrough('submissionPage.place', 'place:PLACE_CHANGED:0'),
  },
  starts: Object.entries(places).map(([place, at]) => ({
    input: { named, place: at },
    outcome: {
      state: stateOf('asking', 'nothing', place as Place),
      facts: { named, place: at, answer: undefined, status: 'UNKNOWN', problem: undefined },
      effects: [],
    },
  })),
}
