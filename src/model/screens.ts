import { statusTable } from '../domain/status.ts'
import { type SystemEvent, statusOfLeaf, type UserEventType } from '../machines/submission-lifecycle/index.ts'
import type { TestPath } from './paths/testPath.ts'

/** A step of a walk, as far as those in front of the portal can tell it apart. */
export interface SeenStep {
  /** The event that caused it. */
  type: string
  /** Ids of the leaf states before and after. */
  from: string
  to: string
  /** Ids of the transitions taken. */
  transitions: readonly string[]
}

type Shows = (step: SeenStep) => string[]

/** Where people cause an event: at the page of the submission, or at its row of the monitoring page. */
type Place = 'page' | 'row'

/** What people do in front of the screens; undefined for what no screen offers, and for what the paths below show. */
const byPeople: Record<UserEventType, Place | undefined> = {
  UPLOAD_REQUESTED: 'page',
  UPLOAD_CANCELLED: 'page',
  NIL_RETURN_CREATED: 'row',
  NIL_RETURN_WITHDRAWN: 'row',
  // The paths of the approval chain do these at the same screens.
  SUBMIT: undefined,
  APPROVE: undefined,
  DECLINE: undefined,
  REQUEST_SIGN_OFF: 'page',
  SIGN_OFF: 'row',
  // A part of the Sign Off page, for which a form has to be returned first: e2e/journeys/signOff.
  FORM_REFUSED: undefined,
  REQUEST_RESUBMISSION: 'row',
  HISTORIC_AMENDMENT_REQUESTED: undefined,
  REPROCESSED: 'row',
  HISTORY_REQUESTED: 'row',
}

/** What the store, the clock and the re-processing of another submission do, while somebody is in front of the screens. */
const byOthers: Partial<Record<SystemEvent['type'], Place>> = {
  FILE_STORED: 'page',
  UPLOAD_FAILED: 'page',
  UPLOAD_EXPIRED: 'page',
  COPIED: 'row',
}

const places: Readonly<Record<string, Place | undefined>> = { ...byPeople, ...byOthers }

const rowOf = (leaf: string) => {
  const status = statusOfLeaf(leaf)
  if (!status) throw new Error(`The state "${leaf}" is no status.`)
  return statusTable[status]
}

/** A page is drawn by its step, by whom it awaits and by its tone; a row of the monitoring page by whom it awaits. */
const screenAt = (place: Place, leaf: string): string => {
  const { page, awaits, tone, group } = rowOf(leaf)
  if (place === 'row') return `row that awaits ${awaits}`
  return `${group === 'nilReturn' ? group : page} that awaits ${awaits}, ${tone}`
}

const ofLifecycle: Shows = ({ type, from, to }) => {
  const place = places[type]
  return [screenAt('page', to), ...(place ? [`${type} at ${screenAt(place, from)}`] : [])]
}

const ofApprovalChain: Shows = ({ type, from, to }) => [to, `${type} at ${from}`]

/** Every state is a screen, and every transition something that happens in front of it. */
const ofEveryTransition: Shows = ({ transitions }) => [...transitions]

/**
 * What the share of the browser in `npm test` shows of each chart that is walked there: each screen, and each gesture at
 * each screen, once. Statuses that share a page and a tone are one screen here; `npm run model:all` walks them all.
 */
export const screensShown: Readonly<Record<string, Shows>> = {
  submissionLifecycle: ofLifecycle,
  approvalChain: ofApprovalChain,
  issue: ofEveryTransition,
  notices: ofEveryTransition,
  partUpload: ofEveryTransition,
  stepper: ofEveryTransition,
  upload: ofEveryTransition,
}

/** What a path shows of its chart's screens, step by step. */
export const screensOf = ({ chart, steps }: Pick<TestPath, 'chart' | 'steps'>): string[][] =>
  steps.map(
    ({ event, from, to, transitions }) =>
      screensShown[chart]?.({ type: event.type, from, to, transitions }) ?? [],
  )
