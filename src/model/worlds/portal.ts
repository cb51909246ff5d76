import type { StatusName } from '../../domain/status.ts'
import { type StepId, stepStates } from '../../machines/stepper/steps.ts'
import { lifecycleAt } from '../../machines/submission-lifecycle/index.ts'
import { openFacts } from '../charts/lifecycle.ts'
import { largeFile } from '../charts/upload.ts'
import type { Path } from '../paths/graph.ts'
import { people } from '../people.ts'
import type { SituationEdge } from '../situations.ts'
import type { World } from '../testPaths.ts'
import { notAfterLeaving, wholeSystem } from './system.ts'

/** What people in front of the portal, with the real server behind it, cannot cause, and why. */

const withScreens = ({ whyNot }: World): World => ({
  whyNot: (path, edge) =>
    edge.scenario === 'online validation'
      ? 'These walks are on the pages of live submissions: `onlineValidation.e2e` goes through the tool.'
      : whyNot(path, edge),
})

/** What the stepper knows in a situation. */
export interface SteppersFacts {
  status: StatusName
  shown?: StepId
  destination?: { step: StepId }
}

const factsOf = (situation: string): SteppersFacts =>
  (JSON.parse(situation) as [unknown, unknown, SteppersFacts])[2]

const canBeReprocessed = (status: StatusName): boolean =>
  lifecycleAt(status, { ...openFacts, hasStoredFile: true, latestStatus: status }).can({
    type: 'REPROCESSED',
    actor: people.admin,
  })

const isLinked = (status: StatusName, step: StepId): boolean =>
  stepStates({ status, history: [], quality: undefined, mode: 'live', isStatutoryCustomer: false }).some(
    ({ id, state }) => id === step && state !== 'locked',
  )

/** Whether a page needs no loading any more; at the start the first one is loaded with all that it needs. */
const hasShown = (path: Path<SituationEdge>, step: StepId | undefined): boolean =>
  path.length === 0 ||
  path.some(({ from, to }) => [from, to].some(situation => factsOf(situation).shown === step))

const inFrontOfStepper: World = {
  whyNot: (path, { event, from, fromState }) => {
    const { status, destination } = factsOf(from)
    if (fromState === 'leaving')
      return 'The view is at the copy in the same moment, with a stepper of its own.'
    if (fromState === 'moving' && event.type === 'VISITED' && event.step === destination?.step)
      return undefined
    if (fromState === 'moving' && hasShown(path, destination?.step))
      return 'The view is at once at a page that it has shown before.'
    if (event.type === 'xstate.error.actor.sight') return 'Every browser says whether a page is in sight.'
    if (event.type === 'VISITED' && !isLinked(status, event.step))
      return 'A step that cannot start yet is no link.'
    if (event.type === 'COPY_CREATED' && !canBeReprocessed(status))
      return 'At this status nothing is re-processed.'
    return undefined
  },
}

const withDropZone = [
  'picking.choosing',
  'picking.refused',
  'picking.checkFailed',
  'picking.invalid',
  'picking.confirmingFindings',
]

const fileOf = (situation: string): unknown => JSON.parse(situation)[2].file

const sendAsIn = (situation: string): unknown => JSON.parse(situation)[2].sendAs

const blockedIn = (situation: string): unknown => JSON.parse(situation)[2].blocked

/** Whether the check has told of its progress in the file that was chosen last. */
const isBeingRead = (path: Path<SituationEdge>): boolean =>
  path.findLast(({ event }) => /^(FILES_CHOSEN|CHECK_PROGRESS)$/.test(event.type))?.event.type ===
  'CHECK_PROGRESS'

/** Whether the store has refused the file, and the page goes on with the same submission. */
const isRefused = (path: Path<SituationEdge>): boolean => {
  const last = path.findLast(({ event }) =>
    /^UPLOAD(_ANYWAY)?$|done\.actor\.(breakOff|cancelUpload|requestUpload)$|sendFile$/.test(event.type),
  )?.event
  return last?.type === 'xstate.done.actor.sendFile' && last.output.ok === false
}

/** What a server that has refused the file of a submission does for it no more. */
const isGranted = ({ type, output }: SituationEdge['event']): boolean =>
  type === 'FILE_STORED' || (/^xstate\.done\.actor\.(request|cancel)Upload$/.test(type) && output.ok)

const inFrontOfUpload: World = {
  whyNot: (path, edge) => {
    const { event, from, fromState } = edge
    if (fromState === 'done')
      return 'Once the file has arrived, the page has moved on and the upload has ended.'
    if ((event.type === 'FILES_CHOSEN' && event.sendAs !== undefined) || sendAsIn(from) !== undefined)
      return 'A file that is sent as soon as it is chosen comes from the dashboard: `dashboardDrop.e2e` drops one.'
    if (event.type === 'FILE_STORED' && event.fileHash !== undefined)
      return 'Another tab sends another file: `tests/view/hooks/upload.test.tsx` does.'
    if (event.type === 'RESUME' || fileOf(from) === largeFile.name)
      return 'An upload is gone on with after a reload, and with a large file: `partUpload.e2e` does both.'
    if (event.type === 'FILES_CHOSEN') {
      if (!withDropZone.includes(fromState))
        return 'A file can be chosen only while none is being checked or ready to be sent.'
      if (blockedIn(from)) return 'Where nothing can be sent, no file can be chosen.'
    }
    if (event.type === 'FACTS_CHANGED' && event.facts.blockedReason?.code === blockedIn(from))
      return 'Told again, the same changes nothing that a page shows.'
    if (event.type === 'xstate.error.actor.takeHandedOver')
      return 'What was handed over lies in the page itself, where taking it cannot fail.'
    if (event.type === 'xstate.error.actor.checkFile' && isBeingRead(path))
      return 'A browser that has opened a file reads it on, whatever becomes of it.'
    if (isGranted(event) && isRefused(path)) return 'What the server has refused, it does not take any more.'
    return notAfterLeaving.whyNot(path, edge)
  },
}

const inFrontOfPartUpload: World = {
  whyNot: (_, { event }) =>
    event.type === 'xstate.error.actor.watchNetwork'
      ? 'A browser lets every page listen to its network.'
      : undefined,
}

const inFrontOfIssue: World = {
  whyNot: (_, { event, fromState, scenario }) => {
    if (event.actor.kind === 'system' && event.type !== 'CREATED')
      return 'No screen causes what later results, the register or its tracker say.'
    if (scenario !== 'a rule outside tolerance')
      return 'These walks are on the page of an issue of a rule: `tests/server/issues` walks the others through the API.'
    if (event.type !== 'CREATED' && fromState === 'creating.pending')
      return 'The register answers with the request itself: nobody finds the issue before.'
    return undefined
  },
}

const inFrontOfNotices: World = {
  whyNot: (_, { event, from }) =>
    event.type === 'READ' && !(JSON.parse(from)[2] as { hasUnread: boolean }).hasUnread
      ? 'Where nothing is unread, nothing is left to be read.'
      : undefined,
}

export const portal: Readonly<Record<string, World>> = {
  submissionLifecycle: withScreens(wholeSystem),
  issue: inFrontOfIssue,
  notices: inFrontOfNotices,
  stepper: withScreens(inFrontOfStepper),
  upload: withScreens(inFrontOfUpload),
  partUpload: inFrontOfPartUpload,
}
