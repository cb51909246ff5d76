import { randomUUID } from 'node:crypto'
import { chooseFile, openSubmissions, tick, uploadAndProcess } from './journeys/steps.ts'
import { expect, expectAccessible, test } from './support/fixtures.ts'
import { sampleFile } from './support/samples.ts'

/** What goes wrong around a person, and what they are told (specification 4). */

test('a collection that takes no submissions says so and offers no upload', async ({ pageOf, portal }) => {
  const page = await pageOf('ashby-submitter')
  await page.goto(`${portal.url}/submissions/c24056/${randomUUID()}/upload`)
  await expect(page.getByRole('heading', { name: 'This collection takes no submissions' })).toBeVisible()
  await expectAccessible(page)
})

test('an address that is not there, and one that the user may not open', async ({ pageOf, portal }) => {
  const page = await pageOf('ashby-submitter')
  await page.goto(`${portal.url}/no/such/page`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${portal.url}/monitoring`)
  await expect(page).toHaveURL(`${portal.url}/`)
  await page.goto(`${portal.url}/submissions/c23056/${randomUUID()}/reports`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
})

test('the connection is lost: a notice, and what happened meanwhile when it is back', async ({
  pageOf,
  portal,
}) => {
  const page = await pageOf('ashby-submitter')
  await openSubmissions(page)
  await portal.kill()
  await expect(page.getByText('The live connection is lost')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByText('Try again').first()).toBeVisible()
  await portal.start()
  await expect(page.getByText('The live connection is lost')).toBeHidden({ timeout: 30_000 })
  await expect(page.getByText('Upload a file').first()).toBeVisible()
})

test('a session that ended in the middle of a form: told, signed in again, the same page', async ({
  pageOf,
}) => {
  const page = await pageOf('ashby-signoff')
  await uploadAndProcess(page, await sampleFile('a.xml', { provider: '0001', students: 40 }))
  await page.getByRole('link', { name: 'Continue to Submit' }).click()
  await tick(page)
  const address = page.url()
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(address)
  await elsewhere.getByRole('button', { name: 'Thomas Whitby' }).click()
  await elsewhere.getByRole('button', { name: 'Sign out' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'You are signed out' })).toBeVisible()

  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByRole('button', { name: 'Sign in as ashby-signoff', exact: true }).click()
  await expect(page).toHaveURL(address)
  await tick(page)
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page).toHaveURL(/\/approval$/)
})

test.describe('a file above the limit', () => {
  test.use({ environment: { UPLOAD_MAX_BYTES: '100000' } })
  test('is refused before anything is sent', async ({ pageOf }) => {
    const page = await pageOf('ashby-submitter')
    await openSubmissions(page)
    await chooseFile(page, await sampleFile('big.xml', { provider: '0001', students: 40 }))
    await expect(
      page.getByText('"big.xml" is too large: 332.7 kB, more than the limit of 100.0 kB.'),
    ).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('an upload whose time is over', () => {
  test.use({ environment: { UPLOAD_EXPIRES_SECONDS: '5' } })
  test('is refused by the store, is an upload error, and can be made again', async ({ pageOf, portal }) => {
    const page = await pageOf('ashby-submitter')
    let release = (): void => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(/\/store\//, async route => {
      await held
      await route.continue()
    })
    await openSubmissions(page)
    await chooseFile(page, await sampleFile('late.xml', { provider: '0001', students: 20 }))
    await page.getByRole('button', { name: 'Upload file', exact: true }).click()
    const watcher = await page.context().newPage()
    await watcher.goto(`${portal.url}/submissions`)
    await expect(watcher.getByRole('cell', { name: 'Upload error' })).toBeVisible({ timeout: 30_000 })
    release()
    await expect(page.getByRole('heading', { name: 'Upload failed' })).toBeVisible()
    await page.unroute(/\/store\//)
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await uploadAndProcess(page, await sampleFile('again.xml', { provider: '0001', students: 20 }))
  })
})
