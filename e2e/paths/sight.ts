import { expect, type Page } from '@playwright/test'
import type { StatusName } from '../../src/domain/status.ts'
import { screens } from './screens.ts'

const letters: Record<string, string> = {
  Completed: 'c',
  'Current step': 'a',
  'There is a problem': 'E',
  'Not started': 'w',
  'Cannot start yet': '-',
}

/** The status beside the title, and the steps as letters. */
const seenOf = async (page: Page): Promise<{ status: string; steps: string }> => {
  const found = await page.evaluate(() => ({
    status: document.querySelector('#page-title')?.nextElementSibling?.textContent ?? '',
    steps: [...document.querySelectorAll('nav[aria-label="Submission progress"] li')].map(
      item => item.textContent ?? '',
    ),
  }))
  return {
    status: found.status,
    steps: found.steps
      .map(text => Object.entries(letters).find(([ending]) => text.endsWith(ending))?.[1] ?? '?')
      .join(''),
  }
}

/** The provider's page of the submission shows this status and its steps. Without a status there is no submission any more. */
export const expectStatus = async (page: Page, status: StatusName): Promise<void> => {
  if (status === 'UNKNOWN') {
    await expect(page.getByRole('heading', { level: 1, name: 'Deleted' })).toBeVisible()
    return expect(page.getByText('The nil return was withdrawn, so there is no submission.')).toBeVisible()
  }
  const { label, steps } = screens[status]
  const expected = { status: label, steps: expect.stringMatching(`^(${steps.join('|')})$`) }
  await expect.poll(() => seenOf(page), { intervals: [20, 30, 50, 100] }).toMatchObject(expected)
}

/** The page has heard of this status. */
export const expectLabel = (page: Page, status: StatusName): Promise<void> =>
  expect
    .poll(async () => (await seenOf(page)).status, { intervals: [20, 30, 50, 100] })
    .toBe(screens[status].label)

/** The provider's row of the monitoring page shows this status, of a nil return with a note, and whom it awaits. */
export const expectRow = async (page: Page, provider: string, status: StatusName): Promise<void> => {
  const { label, awaits } = screens[status]
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: provider }) })
  await expect(
    row
      .getByText(label, { exact: true })
      .or(row.getByText(`${label} (Nil return)`))
      .first(),
  ).toBeVisible()
  await expect(row.getByText(awaits, { exact: true }).first()).toBeVisible()
}

/** The page shows the submission of its address, to which it may have gone by itself: who goes back has seen it. */
export const expectShown = async (page: Page): Promise<void> => {
  const [, , , submissionId = ''] = new URL(page.url()).pathname.split('/')
  await expect(
    page.getByRole('main').getByText(submissionId.slice(-8), { exact: true }).first(),
  ).toBeVisible()
}
