import { progressLabel } from '../../domain/progressLabels.ts'
import { statusOfLeaf } from '../../machines/submission-lifecycle/index.ts'
import { inEnglish } from '../english.ts'
import type { PathStep, TestPath } from './testPath.ts'

/** A section of the specification that paths show. */
export interface Section {
  /** Number, with the words of a heading that has none; one word, so that it can be a tag. */
  id: string
  title: string
  holds: (path: TestPath) => boolean
}

const isOf =
  (...charts: string[]) =>
  ({ chart }: TestPath): boolean =>
    charts.includes(chart)

const takes = (path: TestPath, ...types: string[]): boolean =>
  path.steps.some(({ event }) => types.includes(event.type))

const progressAt = (leaf: string): string => inEnglish(progressLabel(statusOfLeaf(leaf)))

const changesProgress = ({ from, to }: PathStep): boolean => progressAt(from) !== progressAt(to)

const collectionStateOf = ({ given }: TestPath): unknown =>
  (given as { collectionState?: unknown } | null)?.collectionState

const isLifecycle = isOf('submissionLifecycle')

/** The sections that speak of states (specification 1 §4, 2 §4) and have a chart. */
const stateSections: readonly Section[] = [
  {
    id: '1§4-collection-states',
    title: 'Collection states',
    holds: path => isOf('collectionState')(path) || (isLifecycle(path) && collectionStateOf(path) !== 'Open'),
  },
  {
    id: '1§4-specification-states',
    title: 'Specification states',
    holds: isOf('specificationState', 'schemaState'),
  },
  { id: '1§4-submission-status-catalogue', title: 'Submission status catalogue', holds: isLifecycle },
  { id: '2§4.1', title: 'Submission statuses', holds: isLifecycle },
  { id: '2§4.2', title: 'Stepper', holds: isOf('stepper', 'submissionPage') },
  {
    id: '2§4.3',
    title: 'Submit, sign-off and approval actions',
    holds: path =>
      isOf('approvalChain', 'actionDialog')(path) ||
      (isLifecycle(path) &&
        takes(
          path,
          'SUBMIT',
          'APPROVE',
          'DECLINE',
          'REQUEST_SIGN_OFF',
          'SIGN_OFF',
          'REQUEST_RESUBMISSION',
          'NIL_RETURN_CREATED',
          'NIL_RETURN_WITHDRAWN',
        )),
  },
  {
    id: '2§4.4',
    title: 'Progress label and sort order',
    holds: path => isLifecycle(path) && path.steps.some(changesProgress),
  },
  {
    id: '2§4.5',
    title: 'Live messages',
    holds: path =>
      isOf('liveFeed', 'submission')(path) ||
      (isOf('stepper')(path) && takes(path, 'STATUS_CHANGED', 'COPY_CREATED')),
  },
  { id: '2§4.6', title: 'Issue creation and credibility issues', holds: isOf('issue') },
  { id: '2§4.7', title: 'Upload states', holds: isOf('upload', 'partUpload') },
  {
    id: '1§4-data-pseudonymisation',
    title: 'Data pseudonymisation (dpsFileStatus)',
    holds: isOf('pseudonymisationTask', 'pseudonymisationPage', 'pseudonymisationRow'),
  },
]

/** Sections besides, for the charts of the browser that no section of §4 speaks of. */
const otherSections: readonly Section[] = [
  {
    id: '1§2',
    title: 'Choices made in their place, and rules that are changed',
    holds: isOf('inlineChoice', 'ruleSource'),
  },
  { id: '1§3', title: 'Jobs', holds: isOf('job', 'bulkRun') },
  { id: '1§5', title: 'Tolerances and words of rules', holds: isOf('toleranceEditor', 'metadataEditor') },
  {
    id: '1§1',
    title: 'Signing in and acting for an organisation',
    holds: isOf('session', 'tokenExchange', 'application'),
  },
  { id: '1§8', title: 'What is loaded, and what is said when it fails', holds: isOf('resource') },
  { id: '2§2.5', title: 'Tables of the monitoring page', holds: isOf('tableState', 'bulkDecision') },
  { id: '2§2.12', title: 'Terms of Submit and Sign Off', holds: isOf('actionDialog') },
  {
    id: '3§5',
    title: "API keys and webhooks of a provider's software",
    holds: isOf('apiKey', 'webhookEndpoint'),
  },
  { id: '3§10', title: 'Support looks on in the inspector', holds: isOf('supportSession') },
  { id: '3§16', title: 'Transfers of research students', holds: isOf('transfer') },
  { id: '3§13', title: 'Deliveries to customers', holds: isOf('deliveryConfiguration', 'delivery') },
  { id: '3§14', title: 'Notices, read and unread', holds: isOf('notices') },
  {
    id: '2§9',
    title: 'What is asked for at intervals',
    holds: path =>
      isOf('resource')(path) && takes(path, 'xstate.after.interval.resource.work.settled.resting'),
  },
  { id: '3§2', title: 'Lifecycle events of one submission, looked back at', holds: isOf('playback') },
  { id: '3§2', title: 'The stored history replayed through the chart', holds: isOf('conformanceCheck') },
  {
    id: '2§5',
    title: 'A file checked in the browser, and its faults in its text',
    holds: isOf('validatePage'),
  },
]

/** The sections that a path shows. */
export const sectionsOf = (path: TestPath): Section[] =>
  [...stateSections, ...otherSections].filter(({ holds }) => holds(path))

/** Sections of §4 that no path shows, and ids of paths that show no section. */
export const orphansAmong = (paths: readonly TestPath[]): { sections: string[]; paths: string[] } => ({
  sections: stateSections.filter(({ holds }) => !paths.some(holds)).map(({ id }) => id),
  paths: paths.filter(path => sectionsOf(path).length === 0).map(({ chart, id }) => `${chart} ${id}`),
})
