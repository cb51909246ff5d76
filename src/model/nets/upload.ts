import type { AnyEventObject } from 'xstate'
import type { Problem } from '../../domain/problem.ts'
import { toProblem } from '../../domain/problem.ts'
import { type UploadContext, uploadMachine } from '../../machines/upload/index.ts'
import { message } from '../../messages/message.ts'
import {
  closed,
  conflict,
  fileOf,
  largeFile,
  malformed,
  ofAnotherProvider,
  uploadInput,
  uploadSpec,
  wellFormed,
  withFindings,
} from '../charts/upload.ts'
import { doneBy, failedBy, type Net, type Outcome, type Question, sends, starts, theParent } from './net.ts'

/*
 * One file from the choice to the store, as specification 2 §2.7, §4.7 and §5 and faults 6, 8, 10 and 11 have it. Written
 * apart from the chart: who may go on from where, what is forgotten on the way, what the server is told.
 */

const picking = [
  'picking.choosing',
  'picking.refused',
  'picking.checking',
  'picking.checkFailed',
  'picking.invalid',
  'picking.confirmingFindings',
  'picking.ready',
] as const
const sending = [
  'sending.inParts.asking',
  'sending.inParts.granted',
  'sending.requesting',
  'sending.uploading',
  'sending.breakingOff',
  'sending.cancelling',
] as const

type State = (typeof picking)[number] | (typeof sending)[number] | 'failed' | 'cancelled' | 'done'
type Facts = UploadContext
type Decided = Outcome<Facts, State>

/** What belongs to one choice of a file; another choice begins without it. */
const ofChoice = {
  file: undefined,
  sendAs: undefined,
  refusal: undefined,
  checkProgress: undefined,
  error: undefined,
  checked: undefined,
  progress: undefined,
  problem: undefined,
} satisfies Partial<Facts>

const to = (state: State, facts: Facts, ...effects: string[]): Decided => ({ state, facts, effects })

/** Nothing is chosen; what another page has handed over is taken. */
const choosing = (facts: Facts): Decided =>
  to('picking.choosing', facts, starts('takeHandedOver', { id: facts.handedOver }))

const call = ({ submissionId, file, checked, mode, collectionId, instId }: Facts) => ({
  submissionId,
  file,
  fileHash: checked?.sha256,
  mode,
  collectionId,
  instId,
})

const asking = (actor: 'requestUpload' | 'breakOff' | 'cancelUpload', facts: Facts): string =>
  starts(actor, call(facts))

/**
 * A file is asked to be sent: nothing of an earlier attempt is left, and the server is asked for a signed post; a file over
 * what the installation takes at once goes in parts.
 */
const begun = (facts: Facts, submissionId: string): Decided => {
  const fresh: Facts = { ...facts, submissionId, problem: undefined, progress: undefined }
  if ((facts.file?.size ?? 0) > (facts.facts.atOnceBytes ?? Number.POSITIVE_INFINITY))
    return to('sending.inParts.asking', fresh, starts('sendParts', { ...call(fresh), parent: theParent }))
  return to('sending.requesting', fresh, asking('requestUpload', fresh))
}

/** The server has begun the submission: it has an address from here on. */
const tellsBegun = ({ submissionId }: Facts): string =>
  sends('parent', { type: 'UPLOAD_BEGUN', submissionId })

/** The sending has ended: the signed post is of no further use. */
const ended = (state: 'failed' | 'cancelled', facts: Facts, change: Partial<Facts> = {}): Decided =>
  to(state, { ...facts, ...change, post: undefined })

/** The store has the whole file; whoever waits for it is told. */
const stored = (facts: Facts): Decided =>
  to(
    'done',
    { ...facts, post: undefined },
    sends('parent', { type: 'UPLOAD_STORED', submissionId: facts.submissionId }),
  )

/** Where a new choice of a file can be made: as long as nothing has left the computer. */
const isPicking = (state: State): boolean => state.startsWith('picking.')

interface Ended {
  output: { ok: true; value: never } | { ok: false; problem: Problem }
  error: unknown
}

/** Why no file can be taken of what was chosen, whatever its size (specification 2 §5: one file, .xml, not empty). */
const unusable = (files: readonly NonNullable<Facts['file']>[]): Facts['refusal'] => {
  const [file] = files
  if (file === undefined) return { kind: 'noneChosen' }
  if (files.length > 1) return { kind: 'several', count: files.length }
  const { name, size } = file
  // What follows a NUL in a name is not seen by every program.
  if (name.slice(-4).toUpperCase() !== '.XML' || name.includes('%00')) return { kind: 'wrongType', name }
  return size === 0 ? { kind: 'empty', name } : undefined
}

const refused = (facts: Facts, refusal: Facts['refusal']): Decided =>
  to('picking.refused', { ...facts, ...ofChoice, refusal })

/** What follows from a file that was chosen (specification 2 §5; a file above the limit is refused too). */
const chosen = (
  facts: Facts,
  files: readonly NonNullable<Facts['file']>[],
  sendAs: string | undefined,
): Decided => {
  const refusal = unusable(files)
  if (refusal) return refused(facts, refusal)
  const file = files[0]!
  const { maxBytes } = facts.facts
  // Of a limit that is not known yet nothing is refused.
  if (maxBytes !== undefined && file.size > maxBytes)
    return refused(facts, { kind: 'tooLarge', name: file.name, size: file.size, maxBytes })
  const { collectionId, instId } = facts
  return to(
    'picking.checking',
    { ...facts, ...ofChoice, file, sendAs },
    starts('checkFile', { file, collectionId, instId, report: () => undefined }),
  )
}

/** The file of an upload that was begun is chosen again: one of its size goes on, whatever the limit is now. */
const resumed = (facts: Facts, event: Question<Facts, State>['event']): Decided => {
  const { files, expected, submissionId } = event as unknown as {
    files: readonly NonNullable<Facts['file']>[]
    expected: { name: string; size: number }
    submissionId: string
  }
  const refusal = unusable(files)
  if (refusal) return refused(facts, refusal)
  const file = files[0]!
  if (file.size !== expected.size)
    return refused(facts, { kind: 'otherFile', name: file.name, expected: expected.name })
  return begun({ ...facts, ...ofChoice, file }, submissionId)
}

/**
 * Whether a file can be sent. Who has begun an upload goes on with it, whatever is said of the submissions that the page
 * knows: until it has the new one, it hears that an upload is under way, which is its own.
 */
const maySend = ({ facts, submissionId }: Facts): boolean =>
  facts.blockedReason === undefined || (submissionId !== undefined && submissionId !== facts.submissionId)

/** What the check in the browser leads to: a file that cannot be read stops here; one with findings needs a second word. */
const checked = (facts: Facts, output: typeof wellFormed | typeof malformed): Decided => {
  if (!output.wellFormed) return to('picking.invalid', { ...facts, error: output.error })
  const isClean = output.findingsTotal === 0 && output.rightToProcess.length === 0
  // What was dropped to be uploaded goes at once, unless something would be replaced: that is asked first.
  if (isClean && facts.sendAs !== undefined && maySend(facts) && !facts.facts.replaces)
    return begun({ ...facts, checked: output }, facts.sendAs)
  return to(isClean ? 'picking.ready' : 'picking.confirmingFindings', { ...facts, checked: output })
}

/** The ends of what the server and the store are asked. */
const afterActor = (state: State, facts: Facts, event: AnyEventObject): Decided | undefined => {
  const { output, error } = event as unknown as Ended
  const place = state.startsWith('sending.inParts.') ? 'sending.inParts' : state
  switch (`${place} ${event.type}`) {
    case 'sending.requesting xstate.done.actor.requestUpload': {
      // A refusal says that the server has made no submission of this id.
      if (!output.ok) return ended('failed', facts, { problem: output.problem, submissionId: undefined })
      const signed: Facts = { ...facts, post: output.value }
      const { file, post } = signed
      return to(
        'sending.uploading',
        signed,
        tellsBegun(facts),
        starts('sendFile', { file, post, report: () => undefined }),
      )
    }
    // Whether the server has made a submission is open: a retry goes on with the same id.
    case 'sending.requesting xstate.error.actor.requestUpload':
      return ended('failed', facts, { problem: toProblem(error) })
    case 'sending.inParts xstate.done.actor.sendParts': {
      const end = output as unknown as { kind: string; problem?: Problem }
      if (end.kind === 'stored') return stored(facts)
      // What has arrived stays, and so does the submission: the right file can be chosen again.
      const name = facts.file?.name ?? ''
      if (end.kind === 'otherFile')
        return to('picking.refused', {
          ...facts,
          ...ofChoice,
          refusal: { kind: 'otherFile', name, expected: name },
          post: undefined,
        })
      return to('sending.breakingOff', { ...facts, problem: end.problem }, asking('breakOff', facts))
    }
    case 'sending.inParts xstate.error.actor.sendParts':
      return to('sending.breakingOff', { ...facts, problem: toProblem(error) }, asking('breakOff', facts))
    case 'sending.uploading xstate.done.actor.sendFile':
      if (output.ok) return stored(facts)
      return to('sending.breakingOff', { ...facts, problem: output.problem }, asking('breakOff', facts))
    case 'sending.uploading xstate.error.actor.sendFile':
      return to('sending.breakingOff', { ...facts, problem: toProblem(error) }, asking('breakOff', facts))
    // The server has ended that submission: a retry is another one.
    case 'sending.breakingOff xstate.done.actor.breakOff':
      return ended('failed', facts, { submissionId: undefined })
    case 'sending.breakingOff xstate.error.actor.breakOff':
      return ended('failed', facts)
    // Cancelled, or too late for it: either way that submission takes no file any more.
    case 'sending.cancelling xstate.done.actor.cancelUpload':
      return output.ok
        ? ended('cancelled', facts, { submissionId: undefined })
        : ended('failed', facts, { problem: output.problem, submissionId: undefined })
    case 'sending.cancelling xstate.error.actor.cancelUpload':
      return ended('cancelled', facts, { problem: toProblem(error) })
    case 'picking.checking xstate.done.actor.checkFile':
      return checked(facts, event.output)
    case 'picking.choosing xstate.error.actor.takeHandedOver':
    case 'picking.checking xstate.error.actor.checkFile':
      return to('picking.checkFailed', { ...facts, problem: toProblem(error) })
    default:
      return undefined
  }
}

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  const isAllowed = maySend(facts)
  const { submissionId } = event as { submissionId?: string }
  const change = (changes: Partial<Facts>): Decided => to(state, { ...facts, ...changes })
  switch (event.type) {
    case 'FACTS_CHANGED':
      return change({ facts: event.facts })
    case 'FILES_CHOSEN':
      return isPicking(state) ? chosen(facts, event.files, event.sendAs) : undefined
    case 'CHOOSE_ANOTHER':
      return state === 'picking.checking' || state === 'picking.ready'
        ? choosing({ ...facts, ...ofChoice })
        : undefined
    case 'CHECK_PROGRESS':
      return state === 'picking.checking' ? change({ checkProgress: event.progress }) : undefined
    case 'UPLOAD':
      return state === 'picking.ready' && isAllowed ? begun(facts, submissionId ?? '') : undefined
    case 'UPLOAD_ANYWAY':
      return state === 'picking.confirmingFindings' && isAllowed
        ? begun(facts, submissionId ?? '')
        : undefined
    case 'UPLOAD_PROGRESS':
      return state === 'sending.uploading' ? change({ progress: event.progress }) : undefined
    // The news is that it has begun, not that it goes on.
    case 'PARTS_GRANTED':
      return state === 'sending.inParts.asking'
        ? to('sending.inParts.granted', facts, tellsBegun(facts))
        : undefined
    case 'CANCEL':
      return /^sending\.(requesting|uploading|inParts\..*)$/.test(state)
        ? to('sending.cancelling', facts, asking('cancelUpload', facts))
        : undefined
    // Who leaves gives the upload up; of a file in parts what has arrived stays, to go on with.
    case 'LEAVE':
      return state === 'sending.requesting' || state === 'sending.uploading'
        ? to('sending.cancelling', facts, asking('cancelUpload', facts))
        : undefined
    // What was begun may be finished, whatever stands against another one.
    case 'RESUME':
      return isPicking(state) ? resumed(facts, event) : undefined
    // The id of the attempt before counts as long as the server may know it.
    case 'RETRY':
      return (state === 'failed' || state === 'cancelled') && isAllowed
        ? begun(facts, facts.submissionId ?? submissionId ?? '')
        : undefined
    // The store has the file though its answer was lost.
    case 'FILE_STORED':
      if (submissionId !== facts.submissionId) return undefined
      // Of two files under one id the other one was first: whoever sent this one is told, and begins another submission.
      if (event.fileHash !== undefined && facts.checked && event.fileHash !== facts.checked.sha256)
        return state === 'failed' || state.startsWith('sending.')
          ? ended('failed', facts, {
              problem: { ...conflict, reason: message('problems', 'otherFileStored') },
              submissionId: undefined,
            })
          : undefined
      if (state === 'failed') return stored({ ...facts, problem: undefined })
      return state.startsWith('sending.') ? stored(facts) : undefined
    default:
      return afterActor(state, facts, event)
  }
}

const empty: Facts = { ...uploadInput, ...ofChoice, submissionId: undefined, post: undefined }
const blocked = { ...uploadInput.facts, blockedReason: closed }
const file = fileOf('a.xml')
const post = { url: '/api/store', fields: { key: 'k' } }
/** Everything is there at once, so that whatever a change forgets is missed. */
const underWay: Facts = {
  ...empty,
  file,
  refusal: { kind: 'empty', name: 'b.xml' },
  checkProgress: { done: 1, total: 1000 },
  error: malformed.error,
  checked: wellFormed,
  submissionId: 'first',
  post,
  progress: { sent: 500, total: 1000, bytesPerSecond: 5 },
  problem: conflict,
}

const moments: readonly Facts[] = [
  underWay,
  { ...underWay, facts: blocked },
  { ...underWay, facts: { ...blocked, submissionId: 'first' } },
  { ...underWay, submissionId: undefined, facts: blocked },
  { ...underWay, submissionId: undefined },
  empty,
  { ...empty, file, mode: 'ovt', checked: withFindings },
  { ...empty, file, sendAs: 'third' },
  { ...empty, file, sendAs: 'third', facts: blocked },
  { ...empty, file, sendAs: 'third', facts: { ...uploadInput.facts, replaces: 'pending' } },
  { ...empty, file: largeFile, submissionId: 'first', checked: wellFormed },
]

const fault = new Error('no answer')
const either = (actor: string, value: unknown) => [
  doneBy(actor, { ok: true, value }),
  doneBy(actor, { ok: false, problem: { ...conflict, detail: actor } }),
  failedBy(actor, fault),
]

export const uploadNet: Net<Facts, State> = {
  machine: uploadMachine,
  states: [...picking, ...sending, 'failed', 'cancelled', 'done'],
  // There is a signed post only while a file is on its way.
  factsIn: state =>
    state.startsWith('sending.') ? moments : moments.map(facts => ({ ...facts, post: undefined })),
  events: [
    ...Object.values(uploadSpec.samples).flat(),
    {
      type: 'FACTS_CHANGED',
      facts: { submissionId: 'first', blockedReason: undefined, replaces: 'approved' },
    },
    { type: 'FILE_STORED', submissionId: 'first', fileHash: 'ab' },
    { type: 'FILES_CHOSEN', files: [file, fileOf('b.xml')] },
    ...[
      fileOf('a.xml', 5001),
      fileOf('A.XML', 5000),
      fileOf('a.xml', 0),
      fileOf('a.txt'),
      fileOf('a%00.xml'),
    ].map(one => ({ type: 'FILES_CHOSEN', files: [one] })),
    ...[wellFormed, withFindings, ofAnotherProvider, malformed].map(output => doneBy('checkFile', output)),
    failedBy('takeHandedOver', fault),
    failedBy('checkFile', fault),
    ...either('requestUpload', post),
    ...either('sendFile', null),
    ...(uploadSpec.settles?.sendParts?.outputs ?? []).map(output => doneBy('sendParts', output)),
    doneBy('sendParts', { kind: 'refused', problem: undefined }),
    failedBy('sendParts', fault),
    {
      type: 'RESUME',
      submissionId: 'second',
      expected: { name: 'a.xml', size: 1000 },
      files: [file, fileOf('b.xml')],
    },
    ...[[], [fileOf('a.txt')], [fileOf('a.xml', 0)]].map(files => ({
      type: 'RESUME',
      submissionId: 'second',
      expected: { name: 'a.xml', size: 1000 },
      files,
    })),
    { type: 'RESUME', submissionId: 'second', expected: { name: 'a.xml', size: 1000 }, files: [file] },
    doneBy('breakOff', { ok: true, value: null }),
    failedBy('breakOff', fault),
    ...either('cancelUpload', null),
  ],
  decided,
  tags: {
    'picking.choosing': [],
    'picking.refused': ['invalid'],
    'picking.checking': ['validating'],
    'picking.checkFailed': [],
    'picking.invalid': ['invalid'],
    'picking.confirmingFindings': [],
    'picking.ready': [],
    'sending.inParts.asking': ['underWay'],
    'sending.inParts.granted': ['underWay'],
    'sending.requesting': ['underWay'],
    'sending.uploading': ['underWay'],
    'sending.breakingOff': ['underWay'],
    'sending.cancelling': ['underWay'],
    failed: ['ended'],
    cancelled: ['ended'],
    done: ['ended'],
  },
  starts: [{ input: uploadInput, outcome: choosing(empty) }],
}
