import { expect, type Page } from '@playwright/test'
import { keptPathsOfPortal } from '../../scripts/model/keptPaths.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import type { StatusName } from '../../src/domain/status.ts'
import type { ApprovalChainMachine } from '../../src/machines/approval-chain/index.ts'
import { type Facts, leafIdOf, type UserEventType } from '../../src/machines/submission-lifecycle/index.ts'
import { approvalChainSpec } from '../../src/model/charts/approvalChain.ts'
import { openFacts } from '../../src/model/charts/lifecycle.ts'
import type { PathStep, TestPath } from '../../src/model/paths/testPath.ts'
import { people } from '../../src/model/people.ts'
import { statusAfter } from '../../tests/server/support/lifecycleSteps.ts'
import { sceneOf } from '../../tests/server/support/scene.ts'
import { goTo } from '../support/goWithin.ts'
import { haveProcessed, rootOf, take, type Walk } from './gestures.ts'
import type { StateOf } from './screens.ts'
import { criterion, sharesOf } from './share.ts'
import { expectStatus } from './sight.ts'
import { test } from './stage.ts'
import { begin, comeToTheNew, keepWalked } from './walkInBrowser.ts'

/** The approval chain as the provider's Approval page tells it. */

type State = StateOf<ApprovalChainMachine>
type EventType = 'SUBMIT' | 'APPROVE' | 'DECLINE' | 'REQUEST_RESUBMISSION' | 'HISTORIC_AMENDMENT_REQUESTED'

/** The status of the submission while the chain is in a state. */
const statuses: Record<State, StatusName> = {
  notSubmitted: 'QUALITY_PROCESSING_COMPLETE',
  'approval.analystApproval': 'ANALYST_APPROVAL',
  'approval.agencyApproval': 'AGENCY_APPROVAL',
  'approval.scApproval': 'SC_APPROVAL',
  approved: 'APPROVED',
  resubmissionRequired: 'RESUBMISSION_REQUIRED',
}

/** What the page says, and how the approvals stand, the first one first. */
const screens = {
  notSubmitted: { title: 'This submission has not been submitted for approval yet', approvals: /^$/ },
  'approval.analystApproval': {
    title: 'Submitted for approval',
    approvals: /^Awaiting approval, Not started(, Not started)?$/,
  },
  'approval.agencyApproval': {
    title: 'Submitted for approval',
    approvals: /^(Approved, )?Awaiting approval(, Not started)?$/,
  },
  'approval.scApproval': {
    title: 'Submitted for approval',
    approvals: /^(Approved, ){1,2}Awaiting approval$/,
  },
  approved: { title: 'Approved', approvals: /^Approved(, Approved){0,2}$/ },
  // Declined where an approver was asked; taken back, what was decided stands.
  resubmissionRequired: {
    title: 'Resubmission required',
    approvals: /^((Approved, )*Declined(, Not started)*|((Approved|Not started)(, |$))+)$/,
  },
} satisfies Record<State, { title: string; approvals: RegExp }>

const expectChain = async (page: Page, state: State): Promise<void> => {
  const { title, approvals } = screens[state]
  await expect(page.getByText(title, { exact: true }).first()).toBeVisible()
  const states = page.getByRole('list', { name: 'Approvals' }).getByRole('listitem')
  await expect
    .poll(async () =>
      (await states.allTextContents())
        .map(text => /(Awaiting approval|Not started|Approved|Declined)$/.exec(text)?.[0] ?? text)
        .join(', '),
    )
    .toMatch(approvals)
}

const stepOf = (type: UserEventType, actor: UserPrincipal, from: StatusName, to: StatusName): PathStep => ({
  event: { type, actor },
  transitions: [],
  from: leafIdOf(from),
  to: leafIdOf(to),
  facts: { isLatest: true, hasStoredFile: true },
})

/** Who decides at a state. */
const decider = (state: State): UserPrincipal =>
  state === 'approval.scApproval' ? people.specialRegulator : people.analyst

/** What each event of the chain is on the screens. A nil return is withdrawn before anything was submitted. */
const gestures: Record<EventType, (from: State, to: State) => PathStep> = {
  SUBMIT: (from, to) => stepOf('SUBMIT', people.signOff, statuses[from], statuses[to]),
  APPROVE: (from, to) => stepOf('APPROVE', decider(from), statuses[from], statuses[to]),
  DECLINE: (from, to) => stepOf('DECLINE', decider(from), statuses[from], statuses[to]),
  REQUEST_RESUBMISSION: (from, to) =>
    stepOf('REQUEST_RESUBMISSION', people.admin, statuses[from], statuses[to]),
  HISTORIC_AMENDMENT_REQUESTED: () =>
    stepOf(
      'HISTORIC_AMENDMENT_REQUESTED',
      people.admin,
      'NIL_RETURN',
      'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT',
    ),
}

const startOf = ({ steps }: TestPath): Pick<Walk['scene'], 'collectionState'> & { status: StatusName } =>
  steps[0]?.event.type === 'HISTORIC_AMENDMENT_REQUESTED'
    ? { status: 'NIL_RETURN', collectionState: 'Historic amendment' }
    : { status: 'QUALITY_PROCESSING_COMPLETE', collectionState: 'Open' }

test.use({ trace: 'off' })
for (const share of sharesOf(keptPathsOfPortal(approvalChainSpec, criterion))) {
  const { path } = share
  test(`${path.id}: ${path.scenario}`, async ({ stage }, info) => {
    const { riskCode, countryCode } = path.given as Facts
    const { status, collectionState } = startOf(path)
    const walk = await begin(stage, sceneOf({ ...openFacts, riskCode, countryCode, collectionState }))
    if (status === 'NIL_RETURN') await stage.server.place({ ...walk.scene, id: walk.id }, status)
    else await haveProcessed(walk)
    const steps = path.steps.map(({ event, from, to }) =>
      gestures[event.type as EventType](from as State, to as State),
    )
    const known = await comeToTheNew(walk, steps, share)
    await goTo(walk.provider, `${rootOf(walk)}/approval`)
    await expectChain(walk.provider, path.steps[known]!.from as State)
    for (const [at, step] of steps.entries()) {
      if (at < known) continue
      const { event, to } = path.steps[at]!
      await test.step(`${event.type} → ${to}`, async () => {
        await take(walk, step)
        if (!walk.provider.url().endsWith('/approval')) await goTo(walk.provider, `${rootOf(walk)}/approval`)
        await expectChain(walk.provider, to as State)
        await expectStatus(walk.provider, statusAfter(step))
      })
    }
    await keepWalked(info, path, known)
  })
}
