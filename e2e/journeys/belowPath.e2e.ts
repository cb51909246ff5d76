import { freePort } from '../../server/freePort.ts'
import { startProxy } from '../../tests/server/support/proxy.ts'
import { expect, refuseReports, signInAs, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { startPortalServer } from '../support/server.ts'
import { actOnRow, requestSignOff, returnSignedForm, submitForApproval, uploadByHand } from './steps.ts'

const below = '/returns/2024'

test('a portal below a path, behind a proxy that takes the path off, serves a journey from sign-in to sign-out', async ({
  browser,
}) => {
  const port = await freePort()
  const proxy = await startProxy([port], { below })
  const url = proxy.url + below
  const portal = await startPortalServer({ environment: { PORT: String(port), PUBLIC_URL: url } })
  const provider = await (await browser.newContext({ acceptDownloads: true })).newPage()
  try {
    await expect.poll(() => proxy.ready.size).toBe(1)
    await signInAs(provider, `${url}/`, 'cardigan-signoff')
    await expect(provider).toHaveURL(`${url}/`)
    await uploadByHand(provider, await sampleFile('cardigan.xml', { provider: '0003', students: 60 }))
    await submitForApproval(provider)
    expect(provider.url()).toContain(`${url}/submissions/`)

    await test.step('a page is there when it is loaded again, and its links lead below the path', async () => {
      await provider.reload()
      await expect(provider.getByRole('listitem').filter({ hasText: 'Bedel approval' })).toContainText(
        'Awaiting approval',
      )
      const links = await provider
        .getByRole('link')
        .evaluateAll(found => found.map(link => link.getAttribute('href')))
      expect(links.length).toBeGreaterThan(5)
      expect(
        links.filter(
          href => href !== null && !href.startsWith(`${below}/`) && !/^(#|https?:|mailto:)/.test(href),
        ),
      ).toEqual([])
    })

    await test.step('the agency approves, and the provider hears of it live and downloads the form', async () => {
      const agency = await (await browser.newContext()).newPage()
      await signInAs(agency, `${url}/`, 'bedel-staff')
      await agency.goto(`${url}/monitoring/23056`)
      await actOnRow(agency, 'Cardigan Bay University', 'Approve', 'Approved')
      await expect(provider).toHaveURL(/\/signoff$/)
      expect((await requestSignOff(provider)).suggestedFilename()).toMatch(/\.pdf$/)
      await returnSignedForm(provider, 'signed.pdf')
      await actOnRow(agency, 'Cardigan Bay University', 'Sign-off submission', 'Signed off')
      await expect(provider.getByText('This submission is signed off.')).toBeVisible()
      await agency.context().close()
    })

    await test.step('the lifecycle is drawn, and an address that is none has a page of the portal', async () => {
      await provider.goto(`${url}/inspector?view=diagram`)
      await expect(provider.getByRole('heading', { level: 1 })).toBeVisible()
      const answer = await provider.goto(`${url}/nothing/here`)
      expect(answer?.status()).toBe(404)
      await expect(provider.getByRole('heading', { level: 1 })).toBeVisible()
    })

    await test.step('signing out leads back below the path', async () => {
      await provider.goto(`${url}/`)
      await provider.getByRole('button', { name: 'Eleri Pryce' }).click()
      await provider.getByRole('button', { name: 'Sign out' }).click()
      await expect(provider.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
      expect(provider.url()).toContain(`${url}/`)
    })
    expect(proxy.strays.filter(path => path !== '/favicon.ico')).toEqual([])
  } finally {
    await provider.context().close()
    await portal.stop()
    proxy.stop()
  }
  refuseReports(portal.takeReports())
})
