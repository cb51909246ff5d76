import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../support/fixtures.ts'
import { intercept } from '../support/intercept.ts'
import { expectSound, visitSound } from './sound.ts'

/** API keys and webhooks of a provider's software, by its sign-off role. */

test.use({ ownPortal: { environment: { WEBHOOKS_PRIVATE_NETWORKS: 'true' } } })

test('a key is made, shown once, used and revoked', { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
  const { url } = portal
  const page = await pageOf('ashby-signoff')
  await page.goto(url)
  await page.getByRole('link', { name: 'Software' }).click()
  await expect(page.getByText('Your organisation has no API keys yet.')).toBeVisible()
  await expectSound(page, 'api keys, none')

  await page.getByRole('link', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Enter a name')).toBeVisible()
  await expectSound(page, 'new api key, nothing entered')
  await page.getByLabel('Name').fill('Nightly export')
  await page.getByRole('checkbox', { name: 'Validate only' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('30 days', { exact: true }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Key Nightly export created')).toBeVisible()
  await expectSound(page, 'new api key, made')
  const key = (await page.getByText(/^bedel_key_\w{8}_\w{46}$/).textContent()) ?? ''

  const checked = await page.request.post(`${url}/api/validations?collectionReference=23056`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/xml' },
    data: '<a></b>',
  })
  expect(await checked.json()).toMatchObject({ verdict: 'unreadable' })

  await page.getByRole('link', { name: 'Back to keys' }).click()
  await expect(page.getByRole('row', { name: /Nightly export/ })).toContainText('Active')
  await expect(page.getByText(key)).toHaveCount(0)
  await expectSound(page, 'api keys')
  await page.getByRole('button', { name: 'Revoke Nightly export' }).click()
  await expectSound(page, 'api key, revoking')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('row', { name: /Nightly export/ })).toContainText('Revoked')
  const refused = await page.request.post(`${url}/api/validations?collectionReference=23056`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/xml' },
    data: '<a/>',
  })
  expect(refused.status()).toBe(401)

  const answer = await intercept(page, '**/api/suppliers/keys', route => route.abort())
  await page.reload()
  await expect(page.getByText('The API keys failed to load.')).toBeVisible()
  await expectSound(page, 'api keys, failed')
  answer()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('row', { name: /Nightly export/ })).toBeVisible()

  await visitSound(page, `${url}/suppliers/guide`, 'supplier guide')
  const other = await pageOf('ashby-submitter')
  await other.goto(`${url}/suppliers`)
  await expect(other).toHaveURL(`${url}/`)
  await expect(other.getByRole('link', { name: 'Software' })).toHaveCount(0)
})

test('a webhook is added, tested, sent again, switched off and removed', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const { url } = portal
  let answers = 500
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(answers).end()
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const page = await pageOf('ashby-signoff')
  await visitSound(page, `${url}/suppliers/webhooks`, 'webhooks, none')
  await page.getByRole('link', { name: 'Add webhook' }).click()
  await page.getByLabel('Name').fill('Records office')
  await page.getByLabel('Address').fill('nowhere')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByRole('form').getByRole('alert')).toContainText(
    'Enter the full address, beginning with https://',
  )
  await expectSound(page, 'new webhook, refused')
  await page.getByLabel('Address').fill(address)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByText(/^whsec_/)).toBeVisible()
  await expectSound(page, 'new webhook, added')

  await page.getByRole('link', { name: 'Go to webhook' }).click()
  await expect(page.getByText('No calls yet.')).toBeVisible()
  await expectSound(page, 'webhook, nothing sent')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('The response had status 500.')).toBeVisible({ timeout: 1000 })
    await expect(page.getByText('Failing', { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass({ intervals: [500] })
  await expectSound(page, 'webhook, failing')
  answers = 204
  await page.getByText('Change name, address or events').click()
  await expectSound(page, 'webhook, changing')
  await page.locator('label', { has: page.getByRole('checkbox', { name: 'Signed off' }) }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Active', { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass({ intervals: [500] })
  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('Switched off', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('button', { name: 'Renew secret' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew secret' }).click()
  await expect(page.getByText('Secret renewed')).toBeVisible()
  await visitSound(page, `${url}/suppliers/webhooks`, 'webhooks')
  await page.getByRole('link', { name: 'Records office' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Your organisation has no webhooks yet.')).toBeVisible()
  receiver.closeAllConnections()
  receiver.close()
})
