import { apiTokenFor } from '../tests/server/support/serverProcess.ts'
import { actOnRow, openMonitoring } from './journeys/steps.ts'
import { expect, test } from './support/fixtures.ts'
import { goTo } from './support/goWithin.ts'
import { callAs } from './support/upload.ts'

/** Somebody deletes what another person has open: that window says so at once, and by whom (decisions §15). */

test('the page of a specification says in another window who deleted it', async ({ pageOf, portal }) => {
  const analyst = { origin: portal.url, token: await apiTokenFor(portal.url, 'bedel-analyst') }
  const made = (await callAs(analyst, 'POST', '/specifications', {
    schemaId: 1,
    rulesetId: 1,
    versionIncrement: 'minor',
  })) as { id: number; version: string }
  const address = `${portal.url}/management/specifications/specs/${made.id}`
  const reader = await pageOf('bedel-staff')
  await goTo(reader, address)
  await expect(reader.getByRole('heading', { level: 1, name: made.version })).toBeVisible()

  const page = await pageOf('bedel-admin')
  await goTo(page, address)
  await page.getByRole('button', { name: 'Delete specification' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete specification' }).click()
  await expect(page).toHaveURL(/\/management\/specifications$/)

  await expect(reader.getByRole('heading', { level: 1, name: 'Deleted' })).toBeVisible()
  await expect(reader.getByText(new RegExp(`^Ruth Calloway deleted ${made.version} on `))).toBeVisible()
  await reader.getByRole('link', { name: 'Back' }).click()
  await expect(reader).toHaveURL(/\/specifications\/specs$/)
})

test("a provider's page of a nil return says in another window that it was withdrawn", async ({
  pageOf,
  portal,
}) => {
  const staff = { origin: portal.url, token: await apiTokenFor(portal.url, 'bedel-staff') }
  const { uuid } = await callAs<{ uuid: string }>(staff, 'POST', '/submissions/create-nil-submission', {
    collectionId: 'c23056',
    instId: '0003',
  })
  const provider = await pageOf('cardigan-signoff')
  await goTo(provider, `${portal.url}/submissions/c23056/${uuid}`)
  await expect(provider.getByText('Nil return').first()).toBeVisible()
  await expect(provider).toHaveURL(new RegExp(`${uuid}/`))
  const agency = await pageOf('bedel-admin')
  await openMonitoring(agency, portal)
  const address = provider.url()

  await actOnRow(agency, 'Cardigan', 'Withdraw nil return', 'Nil return withdrawn')
  await expect(provider.getByRole('heading', { level: 1, name: 'Deleted' })).toBeVisible()
  await expect(provider.getByText('The nil return was withdrawn, so there is no submission.')).toBeVisible()
  expect(provider.url()).toBe(address)
})
