import { product } from '../../src/domain/product.ts'
import { expect, test } from '../support/fixtures.ts'
import { startIssuer } from '../support/issuer.ts'
import { startPortalServer } from '../support/server.ts'
import { watchScreens } from '../support/steadyScreens.ts'

/** Signing out of the portal, where the session at an identity service outside goes on. */

const ivo = {
  sub: 'ivo',
  name: 'Ivo Marsh',
  organisations: [{ id: product.key, type: product.key, role: ['analyst'] }],
}

const seconds = (): number => Math.floor(Date.now() / 1000)

test('who signs in again by a session that goes on shows anew who they are, and is let in', async ({
  browser,
}) => {
  const issuer = await startIssuer([ivo], { goesOn: true })
  const portal = await startPortalServer({ environment: { DEMO: 'false', OIDC_ISSUER: issuer.url } })
  const context = await browser.newContext()
  await watchScreens(context)
  const page = await context.newPage()
  const showWho = async () => {
    await page.getByPlaceholder('Enter any login').fill(ivo.sub)
    await page.getByPlaceholder('and password').fill('secret')
    await page.getByRole('button', { name: 'Sign-in' }).click()
  }
  const name = page.getByRole('button', { name: ivo.name })
  try {
    await page.goto(portal.url)
    await showWho()
    await name.click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
    const signedOut = seconds()
    await page.getByRole('button', { name: 'Sign in' }).click()
    // The identity service asks nothing: by that alone nobody comes in again.
    await expect(page.getByRole('heading', { level: 1, name: 'Sign-in failed' })).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    // Faster than any person: tokens say in whole seconds when who somebody is was shown.
    await expect.poll(seconds).toBeGreaterThan(signedOut)
    await showWho()
    await expect(name).toBeVisible()
  } finally {
    await context.close()
    await portal.stop()
    await issuer.stop()
  }
})
