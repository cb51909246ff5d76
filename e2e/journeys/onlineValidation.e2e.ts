import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import { sampleFile } from '../support/samples.ts'
import { chooseFile, readResults, sendFile } from './steps.ts'

/** The online validation tool: a file is checked, and nothing is submitted (specification 2 §1, §2.6). */

const openTool = async (page: Page): Promise<void> => {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Online validation' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Online Validation Tool' })).toBeVisible()
}

const check = async (page: Page, path: string): Promise<string> => {
  await openTool(page)
  await chooseFile(page, path)
  await sendFile(page)
  await readResults(page)
  await expect(page).toHaveURL(/\/online-validation\/c23056\/[^/]+\/reports$/)
  return new URL(page.url()).pathname
}

test('a supplier checks a file, mends it and checks it again; the agency sees how far they are', async ({
  pageOf,
  portal,
}) => {
  const page = await pageOf('brackley-software')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Dashboard', 'Online validation', 'Specification'])
  await expect(page.getByRole('region', { name: 'Student 2024/25: online validation' })).toBeVisible()
  await openTool(page)
  await expect(page.getByRole('link', { name: 'student@bedel.example' }).first()).toHaveAttribute(
    'href',
    'mailto:student@bedel.example',
  )

  const first = await check(
    page,
    await sampleFile('first.xml', { provider: '0002', students: 60, faults: 'rules' }),
  )
  await expect(page.getByText('This file is only checked.')).toBeVisible()
  const steps = page.getByRole('navigation', { name: 'Submission progress' }).getByRole('listitem')
  await expect(steps).toHaveText([/Upload/, /Processing/, /Quality Assurance/])
  await page.getByRole('table', { name: 'Quality rules' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/online-validation\/.+\/reports\/quality\//)

  await test.step('an older address leads to the same page', async () => {
    const [, , collection, file] = first.split('/')
    await page.goto(`${portal.url}/collection/${collection}/online-validation/${file}/reports`)
    await expect(page).toHaveURL(`${portal.url}${first}`)
  })

  const second = await check(page, await sampleFile('second.xml', { provider: '0002', students: 60 }))
  expect(second).not.toBe(first)
  await openTool(page)
  await expect(page.getByRole('link', { name: 'second.xml' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'first.xml' })).toHaveCount(0)

  await test.step('the agency', async () => {
    const analyst = await pageOf('bedel-analyst')
    await goTo(analyst, `${portal.url}/monitoring/23056?mi.open=ovt&os.sort=furthest-step.down`)
    const table = analyst.getByRole('table', { name: 'Submission Summary OVT' })
    const brackley = table.getByRole('row', { name: /Brackley/ })
    await expect(table.getByRole('row').nth(1)).toContainText('Brackley')
    await expect(brackley.getByText('Quality processing complete')).toHaveCount(2)
    await brackley.getByRole('link', { name: 'Quality processing complete' }).click()
    await expect(analyst).toHaveURL(
      `${portal.url}/monitoring/23056${second.replace(/^\/online-validation\/(\w+)/, '/$1/online-validation/0002')}`,
    )
    await analyst.getByRole('link', { name: 'Lifecycle' }).click()
    await expect(analyst.getByRole('heading', { level: 1, name: 'Submission lifecycle' })).toBeVisible()
  })

  await test.step('who submits sees nothing of it', async () => {
    const submitter = await pageOf('brackley-submitter')
    await goTo(submitter, `${portal.url}/submissions`)
    await expect(submitter.getByText('No Submissions found for this collection')).toBeVisible()
    await submitter.goto(`${portal.url}/online-validation`)
    await expect(submitter).toHaveURL(`${portal.url}/`)
  })
})
