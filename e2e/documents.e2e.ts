import { expect, test } from './support/fixtures.ts'

test('the documents open from help, their search finds a page, and nothing comes from elsewhere', async ({
  pageOf,
  portal,
}) => {
  const page = await pageOf('ashby-signoff')
  await page.goto(portal.url)
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  const opened = page.context().waitForEvent('page')
  await page
    .getByRole('dialog', { name: 'Help' })
    .getByRole('link', { name: /^Guides and reference/ })
    .click()
  const documents = await opened
  const foreign: string[] = []
  const complaints: string[] = []
  documents.on('request', request => {
    if (!request.url().startsWith(portal.url)) foreign.push(request.url())
  })
  documents.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  documents.on('pageerror', error => complaints.push(String(error)))
  // From its first request on, with everything that it reports.
  await documents.reload()
  await expect(documents.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible()

  await documents.getByRole('button', { name: 'Search' }).click()
  await documents.getByRole('searchbox').fill('agree to transfers')
  await documents
    .getByRole('option', { name: /Agree to transfers of research students/ })
    .first()
    .click()
  await expect(
    documents.getByRole('heading', { level: 1, name: 'Agree to transfers of research students' }),
  ).toBeVisible()
  expect(new URL(documents.url()).pathname).toBe('/help/officer/transfers')
  expect(foreign).toEqual([])
  expect(complaints).toEqual([])
})
