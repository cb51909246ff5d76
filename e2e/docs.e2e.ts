import { expect, test } from './support/fixtures.ts'

test('the API is described at /docs, and its calls can be tried there, with nothing from elsewhere', async ({
  browser,
  portal,
}) => {
  const page = await (await browser.newContext()).newPage()
  const foreign: string[] = []
  const complaints: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(portal.url)) foreign.push(request.url())
  })
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  const answer = await page.goto(`${portal.url}/docs`)
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';")
  await expect(page.getByRole('heading', { level: 1, name: 'Bedel API' })).toBeVisible()
  // Calls are grouped by who can make them.
  await page.getByRole('link', { name: 'Everybody', exact: true }).click()
  const call = page.getByRole('region', { name: 'What the browser needs to know before sign-in.' })
  await call.getByRole('button', { name: /Test Request/ }).click()
  await page.getByRole('button', { name: /^Send/ }).first().click()
  await expect(page.getByText('"productKey"').last()).toBeVisible()
  expect(foreign).toEqual([])
  expect(complaints).toEqual([])
})
