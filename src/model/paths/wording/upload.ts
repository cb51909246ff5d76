import type { PartUploadOutput } from '../../../machines/part-upload/index.ts'
import type { CheckFileOutput, UploadEvent, UploadInput } from '../../../machines/upload/index.ts'
import type { PathStep } from '../testPath.ts'
import type { Wording } from './wording.ts'

/** What stands on the Upload page in each state, and what is seen beside it; words in quotes are the screen's own. */
const screens: Readonly<Record<string, { says: string; beside?: string }>> = {
  'picking.choosing': { says: 'Drag your XML file here' },
  'picking.refused': { says: 'This file cannot be used', beside: 'the reason stands below' },
  'picking.checking': { says: 'Checking the file in your browser' },
  'picking.checkFailed': { says: 'The file could not be read' },
  'picking.invalid': {
    says: 'File validation failed.',
    beside: 'code, message, line and column of the first fault are there',
  },
  'picking.confirmingFindings': { says: 'Upload anyway', beside: 'what was found is listed' },
  'picking.ready': { says: 'Ready to upload' },
  'sending.inParts.asking': {
    says: 'If the connection is lost or you close this page, you can continue the upload later.',
    beside: 'how far the file is stands above',
  },
  'sending.inParts.granted': {
    says: 'If the connection is lost or you close this page, you can continue the upload later.',
    beside: 'how far the file is stands above',
  },
  'sending.requesting': { says: 'Starting the upload' },
  'sending.uploading': { says: 'Keep this page open until the upload has finished.' },
  'sending.breakingOff': { says: 'Cancelling the upload' },
  'sending.cancelling': { says: 'Cancelling the upload' },
  failed: { says: 'Upload failed', beside: 'the button "Try again" is there' },
  cancelled: { says: 'Upload failed', beside: 'the button "Try again" is there' },
  done: { says: 'Processing', beside: 'the page has moved on to the submission' },
}

type Actor =
  | 'takeHandedOver'
  | 'checkFile'
  | 'requestUpload'
  | 'sendParts'
  | 'sendFile'
  | 'breakOff'
  | 'cancelUpload'

const found = (output: CheckFileOutput): string => {
  if (!output.wellFormed) return 'the check finds that the file is not well-formed XML'
  if (output.rightToProcess.length > 0)
    return 'the check finds that the file is of another provider or collection'
  return output.findingsTotal > 0
    ? 'the check finds schema errors'
    : 'the check ends without having found anything'
}

const ended = ({ kind }: PartUploadOutput): string => {
  if (kind === 'stored') return 'every part of the file has arrived'
  return kind === 'otherFile'
    ? 'the file is not the one whose parts have arrived'
    : 'the server takes no part of the file any more'
}

const granted = (done: string, refused: string) => (output: { ok: boolean }) => (output.ok ? done : refused)

/** What comes of what runs beside the page: its answer, or that there is none. */
const answers: Record<Actor, { done: (output: never) => string; fails: string }> = {
  takeHandedOver: { done: () => '', fails: 'the file that another page has handed over cannot be taken' },
  checkFile: { done: found, fails: 'the file cannot be read any more (it was moved or changed, say)' },
  requestUpload: {
    done: granted('the server grants the upload', 'the server refuses the upload'),
    fails: 'the server gives no answer to the request of the upload',
  },
  sendParts: {
    done: ended,
    fails: 'the sending in parts stops',
  },
  sendFile: {
    done: granted('the whole file is in the store', 'the store refuses the file'),
    fails: 'the file breaks off on its way to the store',
  },
  breakOff: {
    done: () => 'the server has heard that the sending has failed',
    fails: 'the server does not hear that the sending has failed',
  },
  cancelUpload: {
    done: granted('the server takes note of the cancelling', 'the server says that it is too late to cancel'),
    fails: 'the server does not hear of the cancelling',
  },
}

interface Kept {
  blocked?: string
  submissionId?: string
}

const keptAt = (step: PathStep | undefined): Kept => (step?.facts ?? {}) as Kept

const happened = ({ from, event: plain, facts }: PathStep): string => {
  const event = plain as UploadEvent
  switch (event.type) {
    case 'FILES_CHOSEN':
      if (event.sendAs !== undefined) return 'the user drops an XML file on the card of the collection'
      return event.files.length === 1
        ? 'the user drags an XML file to the Upload page, or chooses one there'
        : 'the user drags something to the Upload page, or chooses something there, that is not one XML file'
    case 'UPLOAD':
      return 'the user presses "Upload file"'
    case 'UPLOAD_ANYWAY':
      return 'the user presses "Upload anyway"'
    case 'CANCEL':
      return 'the user presses "Cancel"'
    case 'LEAVE':
      return 'the user leaves the page all the same'
    case 'RESUME':
      return event.files[0]?.size === event.expected.size
        ? 'the user chooses the file of the unfinished upload again'
        : 'the user chooses another file than that of the unfinished upload'
    case 'RETRY':
      return 'the user presses "Try again"'
    case 'CHOOSE_ANOTHER':
      return `the user presses "${from === 'picking.checking' ? 'Cancel' : 'Choose another file'}"`
    case 'FACTS_CHANGED':
      return event.facts.blockedReason === undefined
        ? 'the page hears that the collection takes files'
        : 'the page hears that the collection takes no more files'
    case 'FILE_STORED':
      if (event.fileHash !== undefined)
        return 'a live message says that the file of another tab has arrived in its place'
      return event.submissionId === (facts as Kept).submissionId
        ? 'a live message says that the whole file has arrived'
        : 'a live message says that the file of another submission has arrived'
    case 'CHECK_PROGRESS':
      return 'the check of the file goes on'
    case 'PARTS_GRANTED':
      return 'the server takes the file in parts'
    case 'UPLOAD_PROGRESS':
      return 'a part of the file has been sent'
    default:
      return answered(plain)
  }
}

const answered = ({ type, output }: PathStep['event']): string => {
  const [, kind, actor] = /^xstate\.(done|error)\.actor\.(\w+)$/.exec(type) ?? []
  const answer = answers[actor as Actor]
  return kind === 'done' ? answer.done(output as never) : answer.fails
}

const saysAt = (id: string): string => screens[id]?.says ?? id

const shown = (step: PathStep, before: PathStep | undefined): [string, ...string[]] => {
  const isSame = step.from === step.to
  const beside = isSame ? undefined : screens[step.to]?.beside
  const blocked = keptAt(step).blocked
  const isNewlyBlocked = blocked !== undefined && keptAt(before).blocked === undefined
  return [
    `the page ${isSame ? 'still shows' : 'shows'} "${saysAt(step.to)}"`,
    ...(beside ? [beside] : []),
    ...(isNewlyBlocked ? ['nothing can be sent, and the button that sends says why'] : []),
  ]
}

/** An upload in the words of its page. */
export const uploadWording: Wording = {
  state: saysAt,
  given: ({ given, start }) => [
    `the Upload page of ${(given as UploadInput).mode === 'ovt' ? 'the online validation tool' : 'a collection that is open'}`,
    `the page shows "${saysAt(start)}"`,
  ],
  step: (step, before) => ({ action: happened(step), expected: shown(step, before) }),
}
