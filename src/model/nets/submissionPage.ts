import { createActor, fromCallback, initialTransition } from 'xstate'
import { problem } from '../../domain/problem.ts'
import { type StatusName, statusById } from '../../domain/status.ts'
import { factsFromWire, factsToWire } from '../../domain/wire/facts.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'
import { type KnownSubmission, replacedByUpload, sendRefusal } from '../../machines/submission/index.ts'
import {
  type Found,
  type Named,
  type SubmissionAnswer,
  type SubmissionPageContext,
  submissionPageMachine,
} from '../../machines/submission-page/index.ts'
import { message } from '../../messages/message.ts'
import { openFacts } from '../charts/lifecycle.ts'
import { sampleSubmission } from '../charts/submission.ts'
import { begunAs, fileEvent, noneAs, uploadOpened } from '../charts/submissionPage.ts'
import { people } from '../people.ts'
import {
  emits,
  failedBy,
  ledThrough,
  type Net,
  type Outcome,
  type Question,
  sends,
  starts,
  stops,
  theParent,
} from './net.ts'

/*
 * A page of a submission: what is loaded, what is at work, where one stands (specification 2 §2.1 to §2.3, §4.1, §4.2;
 * decisions §12). Written apart from the chart: which address is the submission's own, what each status is to the pages, and
 * which pages a viewer may see.
 */

type Loaded = 'asking' | 'there' | 'notBegun' | 'notOffered' | 'misplaced' | 'notFound' | 'failed'
type Place = 'root' | 'onPage' | 'denied'
type Steps = 'still' | 'led'
type Upload = 'closed' | 'open'
type State = `loaded.${Loaded} + work.${string} + place.${Place} + steps.${Steps} + upload.${Upload}`
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

const stateOf = (
  loaded: Loaded,
  work: string,
  place: Place,
  steps: Steps,
  upload: Upload = 'closed',
): State => `loaded.${loaded} + work.${work} + place.${place} + steps.${steps} + upload.${upload}`
const regionsOf = (state: State) =>
  state.split(' + ').map(part => part.slice(part.indexOf('.') + 1)) as [Loaded, string, Place, Steps, Upload]

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

/** What an answer is at an address. */
const judged = (named: Named, { found, is }: NonNullable<Facts['answer']>): Loaded => {
  if (!isOwn(named, found)) return 'misplaced'
  return is === 'begun' ? 'there' : is
}

const isOlder = ({ submissionId, version }: KnownSubmission, known: KnownSubmission | undefined): boolean =>
  submissionId === known?.submissionId && version < known.version

const toAnswer = (event: object): string => sends('answer', event)
const refresh = toAnswer({ type: 'REFRESH' })

/** Whom the stepper leads: who is led at all, through a submission that is there. */
const isLed = ({ leads, known, answer, named }: Facts): boolean =>
  leads !== undefined && known !== undefined && answer !== undefined && judged(named, answer) === 'there'

const startsStepper = ({ known, named, leads, place }: Facts): string =>
  starts('stepper', {
    parent: theParent,
    submissionId: known?.submissionId,
    status: known?.status,
    copiedTo: known?.copiedTo,
    mode: named.mode,
    isStatutoryCustomer: leads?.isStatutoryCustomer,
    shown: place.page,
  })

/**
 * What an upload is told: why this person may send nothing now, and which submission it would replace that waits for approval
 * (specification 2 §2.7, decisions §12). The net of the lifecycle asks who may. Nothing is sent before the facts are known.
 */
const uploadFacts = ({ known, facts, sender }: Facts) => ({
  submissionId: known?.submissionId,
  blockedReason:
    facts === undefined
      ? message('problems', 'check.facts')
      : sendRefusal(known?.status ?? 'UNKNOWN', facts, sender!.principal),
  replaces: facts && replacedByUpload(facts),
  maxBytes: sender?.maxBytes,
  atOnceBytes: sender?.atOnceBytes,
})

/** What the page makes of a live message: what is known is compared before the submission is told of it. */
const heard = (facts: Facts, message: LiveMessage): string[] => {
  const { submissionId, instId, named, known } = facts
  const overtakes = toAnswer({ type: 'OVERTAKEN' })
  const tells = (details: object): string =>
    sends('submission', {
      type: 'DETAILS_PATCHED',
      submissionId: (message as { submissionId: string }).submissionId,
      details,
    })
  switch (message.type) {
    case 'PROVIDER':
      return [refresh]
    case 'COLLECTION':
      return message.collectionId === named.collectionId ? [refresh] : []
    case 'PROGRESS':
      return [tells({ progress: message.progress, queue: null })]
    case 'QUEUE_PLACE':
      return [tells({ queue: message.queue })]
    case 'TSV_READY':
      return [
        ...(message.submissionId === submissionId ? [overtakes] : []),
        tells({ tsvDeliveryLocation: message.tsvDeliveryLocation }),
      ]
    case 'FILE_EVENT': {
      const { version, occurredAt: at, isLatest, copiedFrom, fileHash } = message
      const isShared =
        message.instId === instId &&
        message.collectionId === named.collectionId &&
        message.facts.mode === named.mode
      const isOwnNews = message.submissionId === submissionId && version > (known?.version ?? 0)
      const isCopied = copiedFrom !== undefined && copiedFrom === submissionId
      const status = nameOf(message.status.id)
      const moved = {
        type: 'STATUS_CHANGED',
        submissionId: message.submissionId,
        version,
        status,
        at,
        isLatest,
      }
      return [
        ...(isShared ? [overtakes] : []),
        ...(submissionId !== undefined && (isOwnNews || isCopied) ? [refresh] : []),
        ...(isShared
          ? [sends('submission', { ...moved, facts: factsFromWire(message.facts), copiedFrom, fileHash })]
          : []),
      ]
    }
    default:
      return []
  }
}

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  const [loaded, work, place, steps, upload] = regionsOf(state)
  const stays = (...effects: string[]): Decided => ({ state, facts, effects })
  /** The stepper comes and goes with what it leads through. */
  const next = (
    after: Facts,
    {
      load = loaded,
      at = place,
      does = work,
      file = upload,
    }: { load?: Loaded; at?: Place; does?: string; file?: Upload },
    ...effects: string[]
  ): Decided => {
    const led = isLed(after)
    return {
      state: stateOf(load, does, at, led ? 'led' : 'still', file),
      facts: after,
      effects: led && steps === 'still' ? [...effects, startsStepper(after)] : effects,
    }
  }
  switch (event.type) {
    case 'MESSAGE_ARRIVED':
      return stays(...heard(facts, event.message))
    case 'MESSAGES_MISSED':
    case 'REFRESH':
      return stays(refresh)
    case 'SUBMISSION_DUE':
      return stays(refresh, emits({ type: 'page.due' }))
    case 'STEPPER_LEADS':
      return stays(
        emits({
          type: 'page.leads',
          destination: event.destination,
          isCopy: event.destination.submissionId !== facts.known?.submissionId,
        }),
      )
    case 'UPLOAD_OPENED': {
      const after = { ...facts, sender: event.sender }
      if (upload === 'open')
        return next(after, {}, sends('upload', { type: 'FACTS_CHANGED', facts: uploadFacts(after) }))
      if (!facts.answer) return undefined
      const { mode, collectionId } = facts.named
      const { instId } = facts.answer.found
      const { handedOver } = event
      const input = { parent: theParent, mode, collectionId, instId, handedOver, facts: uploadFacts(after) }
      return next(after, { file: 'open' }, starts('upload', input))
    }
    case 'UPLOAD_BEGUN':
      return upload === 'open'
        ? stays(emits({ type: 'page.begun', submissionId: event.submissionId }))
        : undefined
    // The file is processed at once.
    case 'UPLOAD_STORED': {
      const destination = { submissionId: event.submissionId, step: 'processing' }
      return upload === 'open' ? stays(emits({ type: 'page.leads', destination, isCopy: false })) : undefined
    }
    case 'REPLACED':
      return stays(toAnswer({ type: 'DATA_REPLACED', data: event.answer }))
    case 'RESOURCE_UPDATED': {
      const data: SubmissionAnswer = event.data
      // What a message has told since stays (decisions §4).
      if (data.is === 'begun' && isOlder(data.submission, facts.known)) return undefined
      const answer = { found: data.found, is: data.is }
      const load = judged(facts.named, answer)
      const { changesInMs } = data
      const told =
        data.is === 'begun'
          ? { type: 'SUBMISSION_RECEIVED', submission: data.submission, changesInMs }
          : { type: 'NEW_SUBMISSION_RECEIVED', facts: data.facts, changesInMs }
      const after = { ...facts, answer, ...(load === 'there' || load === 'notBegun' ? noProblem : {}) }
      return next(after, { load }, sends('submission', told))
    }
    case 'RESOURCE_FAILED': {
      const isMissing = [404, 410].includes(event.problem.status)
      const after = { ...facts, problem: event.problem }
      // One that has failed is asked for again by itself, and may be found not to be there.
      if (loaded === 'asking' || loaded === 'failed')
        return next(after, { load: isMissing ? 'notFound' : 'failed' })
      // A later question that fails leaves in sight what is there, but not what was deleted (decisions §15).
      return isMissing && (loaded === 'there' || loaded === 'notBegun')
        ? next({ ...after, answer: undefined }, { load: 'notFound' })
        : undefined
    }
    case 'ASKED_AGAIN': {
      const retry = toAnswer({ type: 'RETRY' })
      return loaded === 'failed'
        ? next({ ...facts, problem: undefined }, { load: 'asking' }, retry)
        : stays(retry)
    }
    case 'SUBMISSION_UPDATED': {
      const { submission, stored, storedHash } = event
      const told = { ...facts, facts: event.facts }
      const toUpload = (now: Facts): string[] =>
        upload === 'closed'
          ? []
          : [
              sends('upload', { type: 'FACTS_CHANGED', facts: uploadFacts(now) }),
              ...(stored === undefined
                ? []
                : [sends('upload', { type: 'FILE_STORED', submissionId: stored, fileHash: storedHash })]),
            ]
      if (!submission) return next(told, {}, ...toUpload(told))
      const { submissionId, status, copiedTo } = submission
      const does = workOf(status)
      const isWithdrawn = loaded === 'there' && does === 'nothing'
      const after = { ...told, known: submission, ...(isWithdrawn ? withdrawn : {}) }
      const where = { load: isWithdrawn ? ('notFound' as const) : loaded, does }
      if (steps === 'still') return next(after, where, ...toUpload(after))
      if (submissionId !== facts.known?.submissionId)
        return next(after, where, ...toUpload(after), startsStepper(after))
      return next(
        after,
        where,
        sends('stepper', { type: 'STATUS_CHANGED', submissionId, status }),
        ...(copiedTo === null
          ? []
          : [sends('stepper', { type: 'COPY_CREATED', submissionId: copiedTo, copiedFrom: submissionId })]),
        ...toUpload(after),
      )
    }
    case 'ADDRESS_CHANGED': {
      // Another address around the same submission: it is judged anew whether that is its own.
      const { submissionId, instId, named: at, place: where } = event.address
      const load = facts.answer ? judged(at, facts.answer) : loaded
      const isShown = facts.answer && (load === 'there' || load === 'notBegun')
      const after = { ...facts, ...(isShown ? noProblem : {}), ...event.address }
      const params =
        submissionId === undefined
          ? { instId, collectionId: at.collectionId, mode: at.mode }
          : { submissionId, mode: at.mode }
      return next(
        after,
        { load, at: placeOf(where), file: where.page === 'upload' ? upload : 'closed' },
        toAnswer({ type: 'PARAMS_CHANGED', params }),
        ...(steps === 'led' && where.page !== undefined
          ? [sends('stepper', { type: 'VISITED', step: where.page })]
          : []),
        // Another page sends no file.
        ...(upload === 'open' && where.page !== 'upload' ? [stops('upload')] : []),
      )
    }
    case 'xstate.error.actor.stepper':
      if (steps === 'led') return stays(emits({ type: 'page.fault', error: event.error }))
      // One that does not run cannot crash: the whole page would.
      return upload === 'open' ? stays(stops('upload')) : undefined
    case 'xstate.error.actor.upload':
      return upload === 'open' ? stays(emits({ type: 'page.fault', error: event.error })) : undefined
    case 'xstate.error.actor.live':
    case 'xstate.error.actor.answer':
    case 'xstate.error.actor.submission':
      return stays(emits({ type: 'page.fault', error: event.error }))
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

const knownAs = (status: StatusName) => ({ ...sampleSubmission, status })

/** The regions are asked through one by one, with one state of the others. */
const states: State[] = [
  ...(['asking', 'there', 'notBegun', 'notOffered', 'misplaced', 'notFound', 'failed'] as const).map(loaded =>
    stateOf(loaded, 'nothing', 'onPage', 'still'),
  ),
  ...Object.keys(statusIdsAtWork)
    .filter(work => work !== 'nothing')
    .map(work => stateOf('there', work, 'onPage', 'led')),
  ...(['root', 'denied'] as const).map(place => stateOf('asking', 'reading', place, 'still')),
  stateOf('there', 'reading', 'onPage', 'still'),
  stateOf('notBegun', 'nothing', 'onPage', 'still', 'open'),
  stateOf('there', 'receiving', 'onPage', 'led', 'open'),
]

const leads = { isStatutoryCustomer: false }

const factsIn = (state: State): Facts[] => {
  const [loaded, work, place, steps, upload] = regionsOf(state)
  const [id = 2] = statusIdsAtWork[work] ?? []
  const base = {
    submissionId: 'a',
    instId: '0001',
    place: places[place],
    known: work === 'nothing' && steps === 'still' ? undefined : knownAs(nameOf(id)),
    // Nobody is led on a page without steps.
    leads: steps === 'still' && loaded === 'there' && work !== 'nothing' ? undefined : leads,
    spread: undefined,
    facts: upload === 'open' ? openFacts : undefined,
    sender: upload === 'open' ? uploadOpened.sender : undefined,
    problem: loaded === 'failed' ? network : loaded === 'notFound' ? missing : undefined,
  }
  const addresses = loaded === 'misplaced' ? [elsewhere] : [named, silent]
  return answersAt[loaded].flatMap(answer => addresses.map(at => ({ ...base, answer, named: at })))
}

const address = (change: object) => ({
  type: 'ADDRESS_CHANGED',
  address: { submissionId: 'a', instId: '0001', named: silent, place: places.onPage, ...change },
})
const news = (message: Partial<LiveMessage> & { type: LiveMessage['type'] }) => ({
  type: 'MESSAGE_ARRIVED',
  message: { instId: '0001', sequence: 7, occurredAt: '2026-11-21T10:00:00Z', ...message } as LiveMessage,
})
const crash = new Error('It has crashed.')

const nothingKnown = {
  answer: undefined,
  known: undefined,
  facts: undefined,
  sender: undefined,
  problem: undefined,
}
const opened = { submissionId: 'a', instId: '0001', named, leads, spread: undefined }

export const submissionPageNet: Net<Facts, State> = {
  machine: submissionPageMachine,
  states,
  factsIn,
  events: [
    ...[
      found,
      { ...found, mode: 'ovt' as const },
      { ...found, collectionId: 'c2' },
      { ...found, reference: '22056' },
      { ...found, instId: '0002' },
    ]
      .flatMap(one => [begunAs(one), noneAs(one), noneAs(one, 'notOffered')])
      .map(data => ({ type: 'RESOURCE_UPDATED', data })),
    ...[
      { submissionId: 'a', version: 0 },
      { submissionId: 'b', version: 0 },
    ].map(other => ({
      type: 'RESOURCE_UPDATED',
      data: { ...begunAs(found), submission: { ...sampleSubmission, ...other } },
    })),
    ...[missing, gone, network, problem('unavailable', 'Not now.')].map(why => ({
      type: 'RESOURCE_FAILED',
      problem: why,
    })),
    ...['ASKED_AGAIN', 'REFRESH', 'MESSAGES_MISSED', 'SUBMISSION_DUE'].map(type => ({ type })),
    ...everyId.map(id => ({ type: 'SUBMISSION_UPDATED', submission: knownAs(nameOf(id)), stored: 'a' })),
    { type: 'SUBMISSION_UPDATED', submission: { ...knownAs('APPROVED'), copiedTo: 'b' } },
    { type: 'SUBMISSION_UPDATED', submission: { ...knownAs('APPROVED'), submissionId: 'b' } },
    { type: 'SUBMISSION_UPDATED', submission: undefined, stored: 'b', storedHash: 'ab' },
    { type: 'SUBMISSION_UPDATED', submission: undefined, facts: { ...openFacts, collectionState: 'Closed' } },
    {
      type: 'SUBMISSION_UPDATED',
      submission: undefined,
      facts: { ...openFacts, latestStatus: 'SC_APPROVAL' },
    },
    {
      type: 'SUBMISSION_UPDATED',
      submission: knownAs('UPLOADING'),
      facts: { ...openFacts, uploaderId: 'b' },
    },
    ...['a', 'b'].map(submissionId => ({
      type: 'STEPPER_LEADS',
      destination: { submissionId, step: 'reports' },
    })),
    uploadOpened,
    { ...uploadOpened, handedOver: 'h', sender: { principal: people.guest } },
    { type: 'UPLOAD_BEGUN', submissionId: 'b' },
    { type: 'UPLOAD_STORED', submissionId: 'b' },
    { type: 'REPLACED', answer: begunAs(found) },
    ...Object.values(places).map(place => address({ place })),
    address({ named, place: { page: undefined, isAllowed: false } }),
    address({ named: elsewhere }),
    address({ submissionId: undefined }),
    address({ submissionId: 'b' }),
    ...[
      fileEvent(),
      fileEvent({ version: 1 }),
      fileEvent({ version: 2 }),
      fileEvent({ submissionId: 'b', fileHash: 'ab' }),
      fileEvent({ submissionId: 'b', copiedFrom: 'a' }),
      fileEvent({ instId: '0002' }),
      fileEvent({ collectionId: 'c2' }),
      fileEvent({ facts: { ...factsToWire(openFacts), mode: 'ovt' } }),
    ].map(message => ({ type: 'MESSAGE_ARRIVED', message })),
    news({ type: 'PROVIDER', providers: [] }),
    news({ type: 'COLLECTION', collectionId: 'c1' }),
    news({ type: 'COLLECTION', collectionId: 'c2' }),
    news({ type: 'PROGRESS', submissionId: 'a', progress: null as never }),
    news({ type: 'QUEUE_PLACE', submissionId: 'a', queue: null as never }),
    news({ type: 'TSV_READY', submissionId: 'a', tsvDeliveryLocation: 'a.zip' }),
    news({ type: 'TSV_READY', submissionId: 'b', tsvDeliveryLocation: 'b.zip' }),
    news({ type: 'NOTICE' }),
    ...['live', 'answer', 'submission', 'stepper', 'upload'].map(id => failedBy(id, crash)),
  ],
  decided,
  tags: Object.fromEntries(
    states.map(state => {
      const [loaded, work] = regionsOf(state)
      const missing = loaded === 'misplaced' || loaded === 'notFound' ? ['missing'] : []
      return [state, [...missing, ...(tagsAtWork[work] ?? [])]]
    }),
  ),
  children: (machine, state) => {
    const [opening] = initialTransition(machine, { ...opened, place: places.onPage } as never)
    const upload = createActor(
      fromCallback(() => undefined),
      { id: 'upload' },
    )
    return {
      ...opening.children,
      stepper: opening.children.live!,
      ...(state.endsWith('upload.open') ? { upload } : {}),
    }
  },
  // A region begins with the state that is left at once.
  harmless: {
    ...ledThrough('submissionPage.work', 'work:SUBMISSION_UPDATED:0'),
    ...ledThrough('submissionPage.place', 'place:ADDRESS_CHANGED:0'),
    ...ledThrough('submissionPage.steps.still', 'steps.led:SUBMISSION_UPDATED:0'),
  },
  starts: Object.entries(places).map(([place, at]) => ({
    input: { ...opened, place: at },
    outcome: {
      state: stateOf('asking', 'nothing', place as Place, 'still'),
      facts: { ...opened, place: at, ...nothingKnown },
      effects: [
        starts('live'),
        starts('answer', { parent: theParent, params: { submissionId: 'a', mode: 'live' } }),
        starts('submission', { parent: theParent }),
      ],
    },
  })),
}
