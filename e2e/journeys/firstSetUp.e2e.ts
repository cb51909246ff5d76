import type { Browser, Page } from '@playwright/test'
import { product } from '../../src/domain/product.ts'
import { expect, refuseReports, test } from '../support/fixtures.ts'
import { filesOf, guideOf, runCommand, walk } from '../support/guide.ts'
import { startIssuer } from '../support/issuer.ts'
import { startPortalServer } from '../support/server.ts'
import { watchScreens } from '../support/steadyScreens.ts'

const people = [
  // Whose role is granted by the set-up, not by the identity service.
  { sub: 'ada', name: 'Ada Wells' },
  {
    sub: 'ivo',
    name: 'Ivo Marsh',
    organisations: [{ id: product.key, type: product.key, role: ['analyst'] }],
  },
  {
    sub: 'conor',
    name: 'Conor Magee',
    organisations: [{ id: '0004', type: 'provider', role: ['submitter', 'sign-off'] }],
  },
]

/** Signs in by the page of the identity service, in a browser of their own. */
const signIn = async (browser: Browser, url: string, sub: string): Promise<Page> => {
  const context = await browser.newContext({ acceptDownloads: true })
  await watchScreens(context)
  const page = await context.newPage()
  await page.goto(url)
  await page.getByPlaceholder('Enter any login').fill(sub)
  await page.getByPlaceholder('and password').fill('secret')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.waitForURL(address => address.href.startsWith(url) && !address.pathname.startsWith('/callback/'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

test('the staff record is collected from an empty installation by its document alone', async ({
  browser,
}) => {
  const issuer = await startIssuer(people)
  const environment = { DEMO: 'false', OIDC_ISSUER: issuer.url }
  const portal = await startPortalServer({ environment, isWhole: true })
  const guide = await guideOf('docs/operate/first-season.md')
  const files = await filesOf(guide)
  const commands = guide.match(/^npm run .+$/gm) ?? []
  expect([commands.length, files.size]).toEqual([3, 2])
  try {
    for (const command of commands)
      await test.step(command, () => runCommand(command, files, { ...environment, DATA_DIR: portal.dataDir }))
    const pages = await walk(guide, files, sub => signIn(browser, portal.url, sub))
    expect([...pages.keys()]).toEqual(['ada', 'conor', 'ivo'])
    for (const page of pages.values()) await page.context().close()
  } finally {
    await portal.stop()
    await issuer.stop()
  }
  // The issuer is at an origin of its own: what pages send there and ask of it is within their policy.
  refuseReports(portal.takeReports())
})
