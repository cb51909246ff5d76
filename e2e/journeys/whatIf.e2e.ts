import { statusOf } from '../../src/domain/status.ts'
import { gesturesAt } from '../../tests/server/support/gestures.ts'
import { apiTokenFor } from '../../tests/server/support/serverProcess.ts'
import { choose } from '../support/choose.ts'
import { countClicks } from '../support/clicks.ts'
import { latestSubmissions } from '../support/database.ts'
import { expect, test } from '../support/fixtures.ts'
import { callAs } from '../support/upload.ts'

/* Two questions of an analyst: "What if the regulator declines?" in at most five gestures from Monitoring, and "What happened on that day?". */

test.use({ scene: 'submitted' })

test.beforeEach(async ({ portal }) => {
  const { APPROVE } = gesturesAt({
    instId: '0001',
    collectionId: 'c23056',
    reference: '23056',
    mode: 'live',
  })
  const submission = (await latestSubmissions(portal))['0001'] ?? ''
  const { method, path, body } = APPROVE.make(submission, statusOf('SC_APPROVAL').id)
  await callAs(
    { origin: portal.url, token: await apiTokenFor(portal.url, 'bedel-analyst') },
    method,
    path,
    body,
  )
})

test('the future after a refusal of the regulator is told for each party, and compared with an approval', async ({
  pageOf,
}) => {
  const page = await pageOf('bedel-analyst')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Monitoring' }).click()
  await expect(page).toHaveURL(/\/monitoring$/)
  const gestures = await countClicks(page)
  await page.getByRole('main').getByRole('link', { name: 'Student 2023/24', exact: true }).first().click()
  await page.getByRole('button', { name: 'More actions for University of Ashby' }).click()
  await page.getByRole('menuitem', { name: 'Inspect' }).click()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'What if?' }).click()
  const moves = page.getByRole('region', { name: 'Possible events' })
  await moves.getByRole('button', { name: 'Decline', exact: true }).click()
  expect(await gestures()).toBeLessThanOrEqual(5)

  const steps = page.getByRole('region', { name: 'Steps' })
  await expect(steps.getByText('by Statutory customer: Analyst')).toBeVisible()
  await expect(
    steps.getByText(
      'Notice to Provider: “A submission was declined”. People who chose this notice also get it by email.',
    ),
  ).toBeVisible()
  const next = page.getByRole('region', { name: 'Next act of each party' })
  await expect(next.getByText('You upload a new file')).toBeVisible()
  await expect(next.getByText('The provider uploads a new file')).toHaveCount(2)
  const shown = page.getByRole('region', { name: "Provider's view" })
  await expect(shown.getByText('Resubmission required').first()).toBeVisible()

  // The person is chosen first: a provider's people can neither approve nor decline.
  await page.getByRole('button', { name: 'Compare with another future' }).click()
  await choose(page, 'Person', 'Sign-off')
  await expect(moves.getByText('Provider: Sign-off: no events are possible here.')).toBeVisible()
  await choose(page, 'Person', /^Anybody/)
  await moves.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page).toHaveURL(/compare=DECLINE/)
  const futures = page.getByRole('region', { name: 'Two futures' })
  await expect(futures.getByText('You upload a new file').first()).toBeVisible()
  await expect(futures.getByText('You request sign-off').first()).toBeVisible()
  await page.getByRole('button', { name: 'End the comparison' }).click()
  await expect(page).not.toHaveURL(/compare=/)
})

test('what happened on a day is found by person and day, and opens where the day begins', async ({
  pageOf,
}) => {
  const page = await pageOf('bedel-analyst')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inspector' }).click()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'History' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('Thomas Whitby')
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter')
  const list = page.getByRole('table', { name: 'Submissions in the collection' })
  await expect(list.getByRole('row', { name: /University of Ashby/ })).toBeVisible()
  await expect(list.getByRole('row', { name: /Cardigan Bay/ })).toHaveCount(0)
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', dateStyle: 'short' }).format()
  await page.getByRole('button', { name: 'Choose a day' }).click()
  await page.getByRole('group', { name: 'Day' }).getByRole('spinbutton').first().click()
  await page.keyboard.type(today.replaceAll('/', ''))
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/)
  // The rows of before stay in sight until those of the day arrive.
  await expect(list.getByRole('link').first()).toHaveAttribute('href', /[?&]at=1(?:&|$)/)
  await list.getByRole('link').first().click()
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /^Event 1 of /)
  await expect(
    page.getByRole('region', { name: "Provider's view" }).getByText('Next', { exact: true }),
  ).toBeVisible()
})
