import type { ChainFacts } from '../../../domain/approvalChain.ts'
import { countryNames } from '../../../domain/organisation.ts'
import { product } from '../../../domain/product.ts'
import { type StatusName, statusOf } from '../../../domain/status.ts'
import type { ApprovalChainEvent } from '../../../machines/approval-chain/index.ts'
import type { PathStep, TestPath } from '../testPath.ts'
import { onRow, submits } from './gestures.ts'
import type { Wording } from './wording.ts'

/** The status of the submission in each state of its approvals, and what stands on its Approval page. */
const screens: Readonly<Record<string, { status: StatusName; says: string }>> = {
  notSubmitted: {
    status: 'QUALITY_PROCESSING_COMPLETE',
    says: 'This submission has not been submitted yet',
  },
  analystApproval: { status: 'ANALYST_APPROVAL', says: 'Submitted for approval' },
  agencyApproval: { status: 'AGENCY_APPROVAL', says: 'Submitted for approval' },
  scApproval: { status: 'SC_APPROVAL', says: 'Submitted for approval' },
  approved: { status: 'APPROVED', says: 'Approved' },
  declined: { status: 'RESUBMISSION_REQUIRED', says: 'Resubmission required' },
  withdrawn: { status: 'RESUBMISSION_REQUIRED', says: 'Resubmission required' },
}

/** Only a nil return can be asked for anew before anything was submitted; it is by a historic amendment. */
const isAmendment = ({ event, from }: Pick<PathStep, 'event' | 'from'>): boolean =>
  event.type === 'WITHDRAWN' && from === 'notSubmitted'

const statusAfter = (step: PathStep): StatusName =>
  isAmendment(step) ? 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT' : (screens[step.to]?.status ?? 'UNKNOWN')

const statusAtStart = ({ start, steps: [first] }: TestPath): StatusName =>
  first && isAmendment(first) ? 'NIL_RETURN' : (screens[start]?.status ?? 'UNKNOWN')

const decider = (state: string): string =>
  state === 'scApproval' ? "an analyst of the provider's regulator" : `a ${product.name} analyst`

const happened: Record<ApprovalChainEvent['type'], (step: PathStep) => string> = {
  SUBMITTED: () => submits("the provider's user with the sign-off role"),
  APPROVED: ({ from }) => onRow('Approve')(decider(from)),
  DECLINED: ({ from }) => onRow('Decline')(decider(from)),
  WITHDRAWN: step =>
    isAmendment(step)
      ? `a ${product.name} administrator requests a historic amendment for the provider by a call of the API (there is no screen for it)`
      : onRow('Decline')(`a ${product.name} administrator`),
}

/** The approvals of a submission, in the words of its Approval page and of the monitoring page. */
export const approvalChainWording: Wording = {
  state: id => screens[id]?.says ?? id,
  given: path => {
    const { riskCode, countryCode } = (path.given as { facts: ChainFacts }).facts
    return [
      `a provider in ${countryNames[countryCode] ?? countryCode} with the risk code ${riskCode}`,
      `its submission has the status "${statusOf(statusAtStart(path)).label}"`,
    ]
  },
  step: step => ({
    action: happened[step.event.type as ApprovalChainEvent['type']](step),
    expected: [
      `the submission's status is "${statusOf(statusAfter(step)).label}"`,
      `its Approval page says "${screens[step.to]?.says}"`,
    ],
  }),
}
