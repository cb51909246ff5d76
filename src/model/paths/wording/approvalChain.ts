import { countryLabel, exactStatusLabel } from '../../../domain/labels.ts'
import { product } from '../../../domain/product.ts'
import type { StatusName } from '../../../domain/status.ts'
import type { Facts } from '../../../machines/submission-lifecycle/index.ts'
import { inEnglish } from '../../english.ts'
import type { PathStep, TestPath } from '../testPath.ts'
import { onRow, onRowWithNote, submits } from './gestures.ts'
import type { Wording } from './wording.ts'

/** The status of the submission in each state of its approvals, and what stands on its Approval page. */
const screens: Readonly<Record<string, { status: StatusName; says: string }>> = {
  notSubmitted: {
    status: 'QUALITY_PROCESSING_COMPLETE',
    says: 'This submission has not been submitted yet',
  },
  'approval.analystApproval': { status: 'ANALYST_APPROVAL', says: 'Submitted for approval' },
  'approval.agencyApproval': { status: 'AGENCY_APPROVAL', says: 'Submitted for approval' },
  'approval.scApproval': { status: 'SC_APPROVAL', says: 'Submitted for approval' },
  approved: { status: 'APPROVED', says: 'Approved' },
  resubmissionRequired: { status: 'RESUBMISSION_REQUIRED', says: 'Resubmission required' },
}

/** Only a nil return can be asked for anew before anything was submitted. */
const isAmendment = ({ event }: Pick<PathStep, 'event'>): boolean =>
  event.type === 'HISTORIC_AMENDMENT_REQUESTED'

const statusAfter = (step: PathStep): StatusName =>
  isAmendment(step) ? 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT' : (screens[step.to]?.status ?? 'UNKNOWN')

const statusAtStart = ({ start, steps: [first] }: TestPath): StatusName =>
  first && isAmendment(first) ? 'NIL_RETURN' : (screens[start]?.status ?? 'UNKNOWN')

const decider = (state: string): string =>
  state === 'approval.scApproval' ? "an analyst of the provider's regulator" : `a ${product.name} analyst`

/** The events that the chart takes. */
type Taken = 'SUBMIT' | 'APPROVE' | 'DECLINE' | 'REQUEST_RESUBMISSION' | 'HISTORIC_AMENDMENT_REQUESTED'

const happened: Record<Taken, (step: PathStep) => string> = {
  SUBMIT: () => submits("the provider's user with the sign-off role"),
  APPROVE: ({ from }) => onRow('Approve')(decider(from)),
  DECLINE: ({ from }) => onRowWithNote('Decline')(decider(from)),
  REQUEST_RESUBMISSION: () => onRow('Decline')(`a ${product.name} administrator`),
  HISTORIC_AMENDMENT_REQUESTED: () =>
    `a ${product.name} administrator requests a historic amendment for the provider by a call of the API (there is no screen for it)`,
}

/** The approvals of a submission, in the words of its Approval page and of the monitoring page. */
export const approvalChainWording: Wording = {
  state: id => screens[id]?.says ?? id,
  given: path => {
    const { riskCode, countryCode } = path.given as Facts
    return [
      `a provider in ${inEnglish(countryLabel(countryCode))} with the risk code ${riskCode}`,
      `its submission has the status "${inEnglish(exactStatusLabel(statusAtStart(path)))}"`,
    ]
  },
  step: step => ({
    action: happened[step.event.type as Taken](step),
    expected: [
      `the submission's status is "${inEnglish(exactStatusLabel(statusAfter(step)))}"`,
      `its Approval page says "${screens[step.to]?.says}"`,
    ],
  }),
}
