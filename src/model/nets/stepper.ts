import type { AnyEventObject } from 'xstate'
import type { StatusName } from '../../domain/status.ts'
import { type StepId, type StepperContext, stepperMachine } from '../../machines/stepper/index.ts'
import { stepperSpec } from '../charts/stepper.ts'
import { parent } from '../parent.ts'
import { failedBy, type Net, type Outcome, type Question, sends, starts, waits } from './net.ts'

/*
 * Which page of a submission is shown, and when the view moves on by itself, as specification 2 §2.3, §4.1, §4.2 and §4.5
 * and fault 18 have it. Written apart from the chart and from `src/domain/status`.
 */

type State = 'following' | 'ready' | 'reading' | 'staying' | 'moving' | 'leaving'
type Facts = StepperContext

/** The page to which a status leads ("Navigation groupings"), for the statuses that the net asks about. */
const pages = {
  UPLOADING: 'upload',
  UPLOADED: 'processing',
  UPLOAD_ERROR: 'upload',
  PROVISIONING: 'processing',
  SCHEMA_CHECK_FAILED: 'processing',
  QUALITY_PROCESSING_COMPLETE: 'reports',
  AGENCY_APPROVAL: 'approval',
  APPROVED: 'signoff',
  SIGNED_OFF: 'signoff',
  HISTORY_DATA: 'signoff',
  HISTORY_DATA_ERROR: 'signoff',
  RESUBMISSION_REQUIRED: 'approval',
} as const satisfies Partial<Record<StatusName, StepId>>

type PagedStatus = keyof typeof pages
const statuses = Object.keys(pages) as PagedStatus[]

/** Statutory customers see Quality Assurance only; online validation ends with it. */
const pageOf = (status: StatusName, { mode, isStatutoryCustomer }: Facts): StepId => {
  const page = pages[status as PagedStatus]
  if (isStatutoryCustomer) return 'reports'
  return mode === 'ovt' && page !== 'upload' && page !== 'processing' ? 'reports' : page
}

/** Submit is open together with Quality Assurance, once the processing is complete. */
const isAtWork = (facts: Facts): boolean =>
  facts.shown === undefined ||
  facts.shown === pageOf(facts.status, facts) ||
  (facts.shown === 'submit' && facts.status === 'QUALITY_PROCESSING_COMPLETE')

const at = (state: State, facts: Facts): Outcome<Facts, State> => ({ state, facts, effects: [] })

/** Whether somebody looks is asked for as long as the end of the processing stays in sight. */
const ready = (facts: Facts): Outcome<Facts, State> => ({ state: 'ready', facts, effects: [starts('sight')] })

const shownAt = (facts: Facts): Outcome<Facts, State> => at(isAtWork(facts) ? 'following' : 'staying', facts)

/** Eight seconds to read. */
const reading = (facts: Facts): Outcome<Facts, State> => ({
  state: 'reading',
  facts,
  effects: [waits(8_000), starts('sight')],
})

/** The view is led to a page once, whatever else is heard until it has arrived. */
const ledTo = (
  state: State,
  facts: Facts,
  destination: NonNullable<Facts['destination']>,
): Outcome<Facts, State> => ({
  state,
  facts: { ...facts, destination },
  effects: [sends('parent', { type: 'STEPPER_LEADS', destination })],
})

const movingTo = (facts: Facts): Outcome<Facts, State> =>
  ledTo('moving', facts, { submissionId: facts.submissionId, step: pageOf(facts.status, facts) })

const decided = ({ state, facts, event }: Question<Facts, State>): Outcome<Facts, State> | undefined => {
  const { type, submissionId, status, step, copiedFrom } = event as AnyEventObject & {
    submissionId: string
    status: StatusName
    step: StepId
    copiedFrom: string
  }
  // A copy takes the place of its source wherever the user is; one that was there from the start moves nobody.
  if (type === 'COPY_CREATED') {
    if (copiedFrom !== facts.submissionId || submissionId === facts.copiedTo) return undefined
    const after = { ...facts, copiedTo: submissionId }
    return ledTo('leaving', after, { submissionId, step: pageOf('PROVISIONING', facts) })
  }
  if (state === 'leaving') return undefined
  // The end of a processing stays in sight: until it was seen, and a moment longer.
  const isReady = state === 'ready' || state === 'reading'
  if (type === 'SEEN') return state === 'ready' ? reading(facts) : undefined
  if (type === 'UNSEEN') return state === 'reading' ? ready(facts) : undefined
  if (type === 'xstate.error.actor.sight') return isReady ? movingTo(facts) : undefined
  if (type === 'STAY') return isReady ? at('staying', facts) : undefined
  if (type === 'xstate.after.reading.stepper.reading')
    return state === 'reading' ? movingTo(facts) : undefined
  if (type === 'VISITED')
    return step === facts.shown ? undefined : shownAt({ ...facts, shown: step, destination: undefined })
  // A status twice, or of another submission, changes nothing. What is out of order is dropped before it comes here.
  if (submissionId !== facts.submissionId || status === facts.status) return undefined
  const after = { ...facts, status }
  // Whoever has turned to another page on purpose is left there.
  if (state === 'staying') return shownAt(after)
  // On its way, the view heads for where the submission is by now; and so it does when others have gone on.
  if (state === 'moving' && pageOf(status, after) === facts.destination?.step) return at('moving', after)
  if (state === 'moving' || isReady) return movingTo(after)
  if (facts.shown === 'processing' && pageOf(status, after) === 'reports') return ready(after)
  return pageOf(status, after) === facts.shown ? at('following', after) : movingTo(after)
}

const viewers = [
  { mode: 'live', isStatutoryCustomer: false },
  { mode: 'live', isStatutoryCustomer: true },
  { mode: 'ovt', isStatutoryCustomer: false },
] as const

const shown = [undefined, 'upload', 'processing', 'reports', 'submit', 'approval', 'signoff'] as const

const moments: readonly Facts[] = viewers.flatMap(viewer =>
  statuses.flatMap(status =>
    shown.map(step => ({
      parent,
      submissionId: 'a',
      status,
      shown: step,
      destination: undefined,
      copiedTo: null,
      ...viewer,
    })),
  ),
)

const reprocessedBefore: Facts = { ...moments[0]!, copiedTo: 'b' }

const begun = (status: PagedStatus, step: StepId | undefined): Facts => ({
  parent,
  submissionId: 'a',
  copiedTo: null,
  status,
  mode: 'live',
  isStatutoryCustomer: false,
  shown: step,
  destination: undefined,
})

const start = (facts: Facts, outcome: Outcome<Facts, State>) => ({ input: facts, outcome })

export const stepperNet: Net<Facts, State> = {
  machine: stepperMachine,
  states: ['following', 'ready', 'reading', 'staying', 'moving', 'leaving'],
  factsIn: state =>
    [...moments, reprocessedBefore].map(facts => (state === 'moving' ? movingTo(facts).facts : facts)),
  events: [
    ...Object.values(stepperSpec.samples).flat(),
    { type: 'xstate.after.reading.stepper.reading' },
    failedBy('sight', new Error('no page')),
  ],
  decided,
  tags: {
    following: [],
    ready: ['ready'],
    reading: ['ready'],
    staying: [],
    moving: [],
    leaving: [],
  },
  harmless: Object.fromEntries(
    ['following', 'ready', 'reading', 'staying', 'moving'].map(state => [
      `${state}:VISITED:0 to #stepper.starting`,
      'A page is in sight, so that the start, too, leads to where a page that is shown leads.',
    ]),
  ),
  starts: [
    start(begun('AGENCY_APPROVAL', undefined), movingTo(begun('AGENCY_APPROVAL', undefined))),
    start(begun('AGENCY_APPROVAL', 'approval'), at('following', begun('AGENCY_APPROVAL', 'approval'))),
    start(begun('AGENCY_APPROVAL', 'reports'), at('staying', begun('AGENCY_APPROVAL', 'reports'))),
    start(
      begun('QUALITY_PROCESSING_COMPLETE', 'submit'),
      at('following', begun('QUALITY_PROCESSING_COMPLETE', 'submit')),
    ),
  ],
}
