import { expect, type Page } from '@playwright/test'
import { keptPathsOfPortal } from '../../scripts/model/keptPaths.ts'
import { users } from '../../server/identity/demonstration.ts'
import { type IssueStatus, issuePage } from '../../src/domain/issue.ts'
import { product } from '../../src/domain/product.ts'
import { type IssueEvent, type IssueUserEvent, issueEventMessage } from '../../src/machines/issue/index.ts'
import { issueSpec, issueStatusAt } from '../../src/model/charts/issue.ts'
import { inEnglish } from '../../src/model/everyMessage.ts'
import type { PathStep, TestPath } from '../../src/model/paths/testPath.ts'
import { issueUser, placeWithRule } from '../../tests/server/support/issueScene.ts'
import { raiseIssue } from '../journeys/steps.ts'
import { choose, chooseOne } from '../support/choose.ts'
import { goTo } from '../support/goWithin.ts'
import { criterion } from './share.ts'
import { type Stage, test } from './stage.ts'
import { keepWalked } from './walkInBrowser.ts'

/** The paths of an issue in front of provider, agency and regulator, each step by its gesture on the issue's own page. */

const addressees = {
  provider: 'The provider',
  agency: product.name,
  statutoryCustomer: 'The statutory customer',
}
const resolutions = { KNOWN_ISSUE: 'Known issue', DATA_CORRECTED: 'Data corrected' }

/** What is chosen and written beside the action itself (specification 2 §4.6; decisions §11). */
const fill = async (page: Page, event: IssueUserEvent): Promise<void> => {
  const write = (label: string, text: string) => page.getByRole('textbox', { name: label }).fill(text)
  switch (event.type) {
    case 'COMMENT':
      await choose(
        page,
        'Answer needed from',
        event.awaits === undefined ? 'No answer needed' : addressees[event.awaits],
      )
      return write('Text', 'What about the leavers?')
    case 'EXPLAIN':
      return write('Explanation', 'They are exchange students.')
    case 'ASSIGN':
      return choose(page, 'Assign to', users.find(({ id }) => id === event.assigneeId)?.name ?? 'Nobody')
    case 'REQUEST_OVERRIDE':
      await write('Maximum percentage', '5')
      return write('Reason for a different tolerance', 'All are genuine.')
    case 'DECLINE_OVERRIDE':
      return write('Reason for declining', 'Please mend the dates.')
    case 'CLOSE':
      return choose(page, 'Resolution', resolutions[event.resolution])
    default:
  }
}

const statusAfter = ({ to }: PathStep): IssueStatus => issueStatusAt(to)

/**
 * What the head of the page says at each status, in the words of the specification (specification 2 §4.6; decisions §11), written
 * down apart from what the portal makes it from. An issue that was never raised has no page.
 */
const screens = {
  PENDING: 'In Progress',
  FAILED: 'Failed to create',
  OPEN: 'Open',
  AWAITING_PROVIDER: 'Awaiting provider',
  AWAITING_AGENCY: 'Awaiting Bedel',
  AWAITING_STATUTORY_CUSTOMER: 'Awaiting statutory customer',
  OVERRIDE_DECLINED: 'Override declined',
  OVERRIDE_REQUESTED: 'Override requested',
  OVERRIDE_GRANTED: 'Genuine - override granted',
  DATA_CORRECTED: 'Data corrected',
  KNOWN_ISSUE: 'Known issue',
  WITHDRAWN: 'Withdrawn',
} satisfies Record<Exclude<IssueStatus, 'NONE'>, string>

/** The head of an issue's page, which says its status. */
const head = (page: Page) => page.locator('main header', { has: page.getByRole('heading', { level: 1 }) })

const act = async (page: Page, event: IssueUserEvent): Promise<void> => {
  const action = inEnglish(issueEventMessage(event.type))
  await chooseOne(page, 'Action', action)
  await fill(page, event)
  const answered = page.waitForResponse(
    response => response.request().method() !== 'GET' && response.url().includes('/issues/'),
  )
  await page.getByRole('button', { name: action, exact: true }).click()
  expect((await answered).status()).toBe(200)
}

const walk = async (stage: Stage, { steps }: TestPath): Promise<void> => {
  await stage.leave()
  await stage.server.forget()
  await stage.server.asOwner(`update collection set disallow_create_issues = false where id = 'c23056'`)
  const submissionId = await placeWithRule(stage.server, 'QUALITY_PROCESSING_COMPLETE')
  let issueId = ''
  /** The pages of the issue that people have open, the one of who acted last at the end. */
  let open: Page[] = []
  for (const [at, step] of steps.entries()) {
    const event = step.event as unknown as IssueEvent
    // The register answers with the request itself.
    if (event.type === 'CREATED') continue
    const isRaised = event.type === 'RAISE'
    const status = isRaised ? statusAfter(steps[at + 1] ?? step) : statusAfter(step)
    await test.step(`${at + 1}. ${event.type} → ${status}`, async () => {
      const page = await stage.pageOf(issueUser(event.actor))
      if (isRaised) {
        await goTo(page, `${stage.url}/submissions/c23056/${submissionId}/reports`)
        issueId = await raiseIssue(page)
      }
      await goTo(page, `${stage.url}${issuePage(issueId)}`)
      if (!isRaised) await act(page, event as IssueUserEvent)
      const others = open.filter(one => one !== page)
      open = [...others, page]
      // Who looks at the page meanwhile, as who acted before, sees it at once.
      const shown = isRaised && status === 'PENDING' ? 'OPEN' : status
      const label = screens[shown as keyof typeof screens]
      for (const seen of [page, ...others.slice(-1)])
        await expect(head(seen).getByText(label, { exact: true })).toBeVisible()
    })
  }
}

// A trace of every click would take longer than the clicks.
test.use({ trace: 'off' })
for (const path of keptPathsOfPortal(issueSpec, criterion))
  test(`${path.id}: ${path.scenario}`, async ({ stage }, info) => {
    info.setTimeout(info.timeout + path.steps.length * 10_000)
    await walk(stage, path)
    await keepWalked(info, path)
  })
