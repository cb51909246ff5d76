import { randomUUID } from 'node:crypto'
import type { Page, Request, WebSocketRoute } from '@playwright/test'
import {
  chooseFile,
  openReport,
  openSubmissions,
  slowUploads,
  tick,
  uploadAndProcess,
} from './journeys/steps.ts'
import { setCollectionState } from './support/database.ts'
import { expect, test } from './support/fixtures.ts'
import { goTo } from './support/goWithin.ts'
import { intercept } from './support/intercept.ts'
import { sampleFile } from './support/samples.ts'
import { revokeSession, spoilToken } from './support/session.ts'

/** What goes wrong around a person, and what they are told (specification 4). */

test.use({ scene: 'clean' })

const lost = 'Live connection lost'
const uploadFile = (page: Page) => page.getByRole('button', { name: 'Upload file', exact: true })
const uploadFailed = (page: Page) => page.getByRole('heading', { name: 'Upload failed' })

/** Opens the server's own words of a failure. */
const expectDetails = async (page: Page, text: string | RegExp): Promise<void> => {
  const toggle = page.getByRole('button', { name: 'Details' })
  await toggle.click()
  await expect(page.getByRole('alert').filter({ has: toggle })).toContainText(text)
}

const callsOf = (page: Page, path: string): Request[] => {
  const calls: Request[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().includes(path)) calls.push(request)
  })
  return calls
}

test('addresses that lead nowhere, or where the user may not go', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const page = await pageOf('ashby-submitter')
  await page.goto(`${portal.url}/submissions/c24056/new/upload`)
  // In Validation it is for the agency, and for providers in online validation (decisions §10).
  await expect(page.getByRole('heading', { name: 'Submission not found' })).toBeVisible()
  await page.goto(`${portal.url}/no/such/page`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.goto(`${portal.url}/monitoring`)
  await expect(page).toHaveURL(`${portal.url}/`)
  await page.goto(`${portal.url}/submissions/c23056/${randomUUID()}/reports`)
  await expect(page.getByRole('heading', { name: 'Submission not found' })).toBeVisible()
})

test.describe('the whole installation', () => {
  test.use({ ownPortal: { isWhole: true } })

  test('the server is gone in the middle of work: told, nothing lost, done once when it is back', {
    tag: '@exhaustive',
  }, async ({ pageOf, portal }) => {
    const page = await pageOf('ashby-signoff')
    await openSubmissions(page)
    await chooseFile(page, await sampleFile('a.xml', { provider: '0001', students: 400 }))
    await expect(page.getByText('Ready to upload')).toBeVisible()
    const requests = callsOf(page, '/files/uploadRequest')
    await slowUploads(page, 300_000)
    await uploadFile(page).dblclick()
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /^\d+%, [\d.]+ [kM]B of /)
    expect(requests).toHaveLength(1)
    await portal.kill()
    await expect(uploadFailed(page)).toBeVisible()
    await expect(page.getByText(lost)).toBeVisible()
    await expectDetails(page, 'The connection was lost during the upload.')
    await slowUploads(page, -1)
    await portal.start()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/\/reports$/)
    await expect(page.getByText(lost)).toBeHidden()

    await page.getByRole('link', { name: 'Continue to Submit' }).click()
    await tick(page)
    await portal.kill()
    const submit = page.getByRole('button', { name: 'Submit for approval', exact: true })
    await submit.click()
    await expect(page.getByText('The service did not confirm this.')).toBeVisible()
    await expect(page.getByRole('checkbox')).toBeChecked()
    const dashboard = await page.context().newPage()
    await portal.start()
    await dashboard.goto(portal.url)
    await expect(dashboard.getByText('Quality processing complete').first()).toBeVisible()
    await portal.kill()
    await dashboard.getByRole('link', { name: 'Submissions', exact: true }).click()
    await expect(dashboard.getByText('Error getting collections')).toBeVisible()
    await portal.start()
    await expect(dashboard.getByRole('cell', { name: 'Quality processing complete' })).toBeVisible()
    await expect(dashboard.getByRole('link', { name: 'a.xml' })).toHaveCount(1)

    const submitted = callsOf(page, '/submissions/update-state/')
    await submit.dblclick()
    await expect(page).toHaveURL(/\/approval$/)
    expect(submitted).toHaveLength(1)
  })
})

test('a submission whose answer is lost is called unconfirmed, not failed, and then shown as submitted', {
  tag: '@exhaustive',
}, async ({ pageOf }) => {
  const page = await pageOf('ashby-signoff')
  // The live message that says that it is submitted comes after the page has been read.
  let held: (() => void)[] | undefined
  await page.routeWebSocket(/\/live\?/, socket => {
    socket.connectToServer().onMessage(text => {
      if (held) held.push(() => socket.send(text))
      else socket.send(text)
    })
  })
  await uploadAndProcess(page, await sampleFile('a.xml', { provider: '0001', students: 20 }))
  await page.goto(page.url().replace(/reports$/, 'submit'))
  await tick(page)
  const failed = page.getByText('could not be submitted')
  const unconfirmed = page.getByText('The service did not confirm this.')
  const stop = await intercept(page, '**/api/submissions/update-state/*', async route => {
    await route.fetch()
    await route.abort()
  })
  held = []
  await page.getByRole('button', { name: 'Submit for approval', exact: true }).click()
  await expect(unconfirmed).toBeVisible()
  await expect(failed).toBeHidden()
  for (const pass of held) pass()
  held = undefined
  await expect(page.getByText('Submitted for approval')).toBeVisible()
  await expect(unconfirmed).toBeHidden()
  await expect(failed).toBeHidden()
  stop()
})

test('a page whose scripts do not arrive says so, and is drawn when they do', async ({ pageOf, portal }) => {
  const page = await pageOf('ashby-submitter')
  const late = page.getByText('This page is taking a long time to load.')
  const arrive = await intercept(page, /\/assets\/[^?]*\.js$/, route => route.abort())
  await page.goto(portal.url)
  // Who waits for a moment only is not troubled.
  await expect(late).toBeHidden()
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await expect(late).toBeVisible()
  arrive()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(late).toHaveCount(0)
})

test('a session that ended in the middle of a form: told, signed in again, the same page', async ({
  pageOf,
  portal,
}) => {
  const page = await pageOf('ashby-signoff')
  await openReport(page, portal)
  await page.getByRole('link', { name: 'Continue to Submit' }).click()
  await tick(page)
  const address = page.url()
  const submit = page.getByRole('button', { name: 'Submit for approval', exact: true })
  const ended = page.getByText('Your session has ended')

  await test.step('refused by the identity service, signed in again in another window', async () => {
    expect(await revokeSession(page)).toBe(400)
    await spoilToken(page)
    await submit.click()
    await expect(ended).toBeVisible()
    const elsewhere = await page.context().newPage()
    await elsewhere.goto(address)
    await expect(elsewhere.getByRole('button', { name: 'Submit for approval', exact: true })).toBeVisible()
    await elsewhere.close()
    await expect(ended).toBeHidden()
    await expect(page.getByRole('checkbox')).toBeChecked()
  })

  await test.step('signed out in another window: signed out here too (decisions §15), signed in again here', async () => {
    const elsewhere = await page.context().newPage()
    await elsewhere.goto(address)
    await elsewhere.getByRole('button', { name: 'Thomas Whitby' }).click()
    await elsewhere.getByRole('button', { name: 'Sign out' }).click()
    const signedOut = { level: 1, name: 'You are signed out' }
    await expect(elsewhere.getByRole('heading', signedOut)).toBeVisible()
    await expect(page.getByRole('heading', signedOut)).toBeVisible()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in as ashby-signoff', exact: true }).click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await goTo(page, address)
  })
  await tick(page)
  await submit.click()
  await expect(page).toHaveURL(/\/approval$/)
})

test('a server of a later release takes over: told, what was entered stays until the reader loads the page anew', async ({
  pageOf,
  portal,
}) => {
  const page = await pageOf('ashby-signoff')
  await openReport(page, portal)
  let release: string | undefined
  let open: WebSocketRoute | undefined
  await page.routeWebSocket(/\/live\?/, socket => {
    open = socket
    socket.connectToServer().onMessage(text => {
      const frame = JSON.parse(String(text))
      socket.send(JSON.stringify(frame.type === 'HELLO' && release ? { ...frame, release } : frame))
    })
  })
  await page.reload()
  await page.getByRole('link', { name: 'Continue to Submit' }).click()
  await tick(page)
  await expect.poll(() => open).toBeDefined()
  const notice = page.getByText('A new version is available')
  await expect(notice).toBeHidden()

  release = '99.0.0'
  await open?.close()
  await expect(notice).toBeVisible()
  await expect(page.getByRole('checkbox')).toBeChecked()
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload page' }).click()
  await loaded
  await expect(page.getByRole('button', { name: 'Submit for approval', exact: true })).toBeVisible()
})

test('others act at the same time: of two uploads one wins, a closed collection and an altered post are refused', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const people = [await pageOf('ashby-submitter'), await pageOf('ashby-signoff')]
  const [first, second] = people as [Page, Page]

  await test.step('two users upload at once', async () => {
    let arrived = 0
    let release = (): void => {}
    const bothAsk = new Promise<void>(resolve => {
      release = resolve
    })
    for (const [index, page] of people.entries()) {
      await openSubmissions(page)
      await chooseFile(page, await sampleFile(`at-once-${index}.xml`, { provider: '0001', students: 400 }))
      await expect(page.getByText('Ready to upload')).toBeVisible()
      await slowUploads(page, 300_000)
      const stop = await intercept(page, /\/files\/uploadRequest$/, async route => {
        stop()
        arrived += 1
        if (arrived === people.length) release()
        await bothAsk
        await route.continue()
      })
    }
    await Promise.all(people.map(page => uploadFile(page).click()))
    const [winner, loser] = (await Promise.race([
      uploadFailed(first)
        .waitFor()
        .then(() => [second, first]),
      uploadFailed(second)
        .waitFor()
        .then(() => [first, second]),
    ])) as [Page, Page]
    await expectDetails(loser, 'Another upload for this collection is in progress.')
    await expect(loser.getByRole('button', { name: 'Try again' })).toHaveAttribute('aria-disabled', 'true')
    await slowUploads(winner, -1)
    await expect(winner).toHaveURL(/\/reports$/)
    await slowUploads(loser, -1)
    await loser.getByRole('button', { name: 'Try again' }).click()
    await expect(loser).toHaveURL(/\/reports$/)
  })

  await test.step('a post that was altered on its way', async () => {
    const alter = /\/files\/uploadRequest$/
    const stop = await intercept(first, alter, async route => {
      const answer = await route.fetch()
      const post = (await answer.json()) as { fields: { policy: string } }
      const policy = JSON.parse(Buffer.from(post.fields.policy, 'base64url').toString()) as object
      post.fields.policy = Buffer.from(JSON.stringify({ ...policy, maxBytes: 1e12 })).toString('base64url')
      await route.fulfill({ response: answer, json: post })
    })
    await openSubmissions(first)
    await chooseFile(first, await sampleFile('altered.xml', { provider: '0001', students: 20 }))
    await uploadFile(first).click()
    await expect(uploadFailed(first)).toBeVisible()
    await expectDetails(first, 'The policy of this upload was altered. Start the upload again.')
    stop()
    await openSubmissions(first)
    const row = first.getByRole('row').filter({ hasText: 'altered.xml' })
    await expect(row.getByRole('cell', { name: 'Upload error' })).toBeVisible()
  })

  await test.step('the collection is closed meanwhile', async () => {
    await chooseFile(first, await sampleFile('late.xml', { provider: '0001', students: 20 }))
    await expect(first.getByText('Ready to upload')).toBeVisible()
    await setCollectionState(portal, '23056', 'Closed')
    await uploadFile(first).click()
    await expect(uploadFailed(first)).toBeVisible()
    await expectDetails(first, /collection is (closed|not open)/i)
    await openSubmissions(second)
    const upload = second.getByRole('button', { name: 'Upload file to Student 2023/24' })
    await expect(upload).toHaveAttribute('aria-disabled', 'true')
    await expect(upload).toHaveAccessibleDescription(/closed/i)
    await second
      .getByRole('link', { name: /^at-once/ })
      .first()
      .click()
    await second.getByRole('link', { name: 'Continue to Submit' }).click()
    await expect(
      second.getByText('You can only submit for approval when a collection is open.').first(),
    ).toBeVisible()
  })
})

test.describe('a file above the limit, an upload whose time is over', () => {
  test.use({ ownPortal: { environment: { UPLOAD_MAX_BYTES: '250000', UPLOAD_EXPIRES_SECONDS: '5' } } })
  test('are refused with the reason, and can be made again', { tag: '@exhaustive' }, async ({
    pageOf,
    portal,
  }) => {
    const page = await pageOf('ashby-submitter')
    const requests = callsOf(page, '/files/uploadRequest')
    await openSubmissions(page)
    await chooseFile(page, await sampleFile('big.xml', { provider: '0001', students: 40 }))
    await expect(
      page.getByText(
        /"big\.xml" is too large: \d+\.\d kB\. The file is larger than the limit of 250\.0 kB\./,
      ),
    ).toBeVisible()
    expect(requests).toEqual([])

    let release = (): void => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const stop = await intercept(page, /\/store\//, async route => {
      await held
      await route.continue()
    })
    const file = await sampleFile('late.xml', { provider: '0001', students: 20 })
    await page.locator('input[type=file]').setInputFiles(file)
    await uploadFile(page).click()
    const watcher = await page.context().newPage()
    await watcher.goto(`${portal.url}/submissions`)
    await expect(watcher.getByRole('cell', { name: 'Upload error' })).toBeVisible()
    release()
    await expect(uploadFailed(page)).toBeVisible()
    await expectDetails(page, 'This upload has timed out. Start the upload again.')
    stop()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await uploadAndProcess(page, await sampleFile('again.xml', { provider: '0001', students: 20 }))
  })
})
