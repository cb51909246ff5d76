import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import yazl from 'yazl'
import { product } from '../../src/domain/product.ts'
import { choose } from '../support/choose.ts'
import { expect, refuseReports, test } from '../support/fixtures.ts'
import { startIssuer } from '../support/issuer.ts'
import { sampleFile } from '../support/samples.ts'
import { startPortalServer } from '../support/server.ts'
import { watchScreens } from '../support/steadyScreens.ts'
import {
  actOnRow,
  readResults,
  requestSignOff,
  returnSignedForm,
  sendFile,
  submitForApproval,
} from './steps.ts'

/** An installation is set up from nothing: no demonstration data, no developer, no restart. */

const root = join(import.meta.dirname, '../..')
const college = 'Dunmore College'

const regulators = ['code,name,shortName,type,countries', '5004,Department for Colleges,DfC,01,N']
const register = [
  'instId,ukprn,name,publishedName,country,region,regulator,riskCode,awardingPowers',
  `0004,10000004,${college},${college},N,Northern Ireland,5004,01,yes`,
  '0007,10000007,Farndon College,Farndon College,N,,5004,02,no',
]

/** The schema of a year, as the agency writes it from the one of an earlier year. */
const nextSchema = async (): Promise<Buffer> => {
  const text = await readFile(join(root, 'schemas/student/23056_1_0_0.xsd'), 'utf8')
  return Buffer.from(
    text.replace('"23056_1_0_0"', '"26056_1_0_0"').replace('collection 23056', 'collection 26056'),
  )
}

/** The ruleset of that year, as a zip of its folder. */
const nextRuleset = async (): Promise<Buffer> => {
  const folder = join(root, 'rulesets/student/23056_1.0.0')
  const zip = new yazl.ZipFile()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1)
    const content = await readFile(path, 'utf8')
    const manifest = content
      .replace('version: 23056_1.0.0', 'version: 26056_1.0.0')
      .replace('schema: student/23056_1_0_0.xsd', 'schema: student/26056_1_0_0.xsd')
    zip.addBuffer(Buffer.from(name === 'ruleset.yaml' ? manifest : content), `26056_1.0.0/${name}`)
  }
  zip.end()
  return buffer(zip.outputStream)
}

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

const manage = async (page: Page, screen: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Management' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
  if (screen !== 'Collections') await page.getByRole('link', { name: screen, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible()
}

/** Picks another value in a cell that is edited in its place; with `isAsked` a question follows. */
const change = async (
  page: Page,
  what: string,
  value: string,
  { isAsked = false }: { isAsked?: boolean } = {},
): Promise<void> => {
  await page.getByRole('button', { name: `Change ${what}` }).click()
  await choose(page, what, value)
  const save = page.getByRole('group', { name: what, exact: true }).getByRole('button', { name: 'Save' })
  await save.click()
  if (!isAsked) await expect(save).toHaveCount(0)
}

const put = async (page: Page, button: string, name: string, content: Buffer): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button, exact: true }).click()
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: content })
}

const written = async (name: string, lines: readonly string[]): Promise<string> => {
  const path = join(await mkdtemp(join(tmpdir(), 'bedel-set-up-')), name)
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

test('an empty installation is set up in the portal, and its first provider gets through to sign-off', {
  tag: '@exhaustive',
}, async ({ browser }) => {
  const issuer = await startIssuer(people)
  const environment = { DEMO: 'false', OIDC_ISSUER: issuer.url }
  const portal = await startPortalServer({ environment, isWhole: true })
  const pages: Page[] = []
  const pageOf = async (sub: string): Promise<Page> => {
    const page = await signIn(browser, portal.url, sub)
    pages.push(page)
    return page
  }
  try {
    await test.step('the first administrator is named at the server', async () => {
      const given = ['--administrator', 'ada', '--regulators', await written('regulators.csv', regulators)]
      await promisify(execFile)(process.execPath, ['scripts/admin.ts', 'bootstrap', ...given], {
        cwd: root,
        env: { ...process.env, ...environment, DATA_DIR: portal.dataDir },
      })
    })
    const ada = await pageOf('ada')

    await test.step('the register is imported, and a provider of it taken in and onboarded', async () => {
      await manage(ada, 'Providers')
      await expect(ada.getByText('No providers yet. Import the register.')).toBeVisible()
      await ada.getByRole('link', { name: 'Import register' }).click()
      await put(ada, 'Choose file', 'register.csv', Buffer.from(`${register.join('\n')}\n`))
      await expect(ada.getByRole('table', { name: 'New' }).getByRole('row')).toHaveCount(3)
      await ada.getByRole('button', { name: 'Import', exact: true }).click()
      const question = ada.getByRole('alertdialog', { name: 'Import the register?' })
      await question.getByRole('button', { name: 'Import', exact: true }).click()
      await ada.getByRole('link', { name: college, exact: true }).click()
      await expect(ada.getByRole('heading', { level: 1, name: college })).toBeVisible()
      await ada.getByRole('button', { name: 'Onboard', exact: true }).click()
      await ada.getByRole('alertdialog').getByRole('button', { name: 'Onboard', exact: true }).click()
      await expect(ada.getByRole('button', { name: 'End onboarding' })).toBeVisible()
    })

    const sample = { provider: '0004', students: 60, collection: '26056', schemaOf: '23056' } as const
    const good = await sampleFile('dunmore.xml', sample)

    await test.step('a schema is published with sample files', async () => {
      await manage(ada, 'Schemas')
      await ada.getByRole('link', { name: 'Publish a schema' }).click()
      await put(ada, 'XSD document', '26056_1_0_0.xsd', await nextSchema())
      await put(ada, 'Must be accepted', 'good.xml', await readFile(good))
      const bad = await sampleFile('bad.xml', { ...sample, faults: 'schema' })
      await put(ada, 'Must be rejected', 'bad.xml', await readFile(bad))
      await ada.getByRole('button', { name: 'Check and publish' }).click()
      await expect(ada.getByRole('heading', { level: 1, name: '26056_1_0_0 is published' })).toBeVisible()
      await ada.getByRole('link', { name: 'Back to schemas' }).click()
      await change(ada, 'State of 26056_1_0_0', 'Available')
    })

    await test.step('a ruleset of it is published', async () => {
      await ada.getByRole('link', { name: 'Rulesets', exact: true }).click()
      await ada.getByRole('link', { name: 'Publish a ruleset' }).click()
      await put(ada, 'Zip file of the folder', '26056_1.0.0.zip', await nextRuleset())
      await ada.getByRole('button', { name: 'Check', exact: true }).click()
      // Every rule is compiled and every example run.
      await expect(ada.getByText('No errors in 26056_1.0.0')).toBeVisible({ timeout: 180_000 })
      await ada.getByRole('button', { name: 'Publish', exact: true }).click()
      const published = ada.getByRole('heading', { level: 1, name: '26056_1.0.0 is published' })
      await expect(published).toBeVisible({ timeout: 180_000 })
      await ada.getByRole('link', { name: 'Back to rulesets' }).click()
      await change(ada, 'State of 26056_1.0.0', 'Available')
    })

    await test.step('a specification is made of both, with a tolerance of its own', async () => {
      await ada.getByRole('link', { name: 'Specifications', exact: true }).click()
      await ada.getByRole('link', { name: 'Add New Specification' }).click()
      await choose(ada, 'Schema version', '26056_1_0_0')
      await choose(ada, 'Ruleset version', '26056_1.0.0')
      await ada.getByText('Major').click()
      await ada.getByRole('button', { name: 'Create specification' }).click()
      await ada.getByRole('button', { name: 'Apply configuration' }).click()
      await ada.getByRole('link', { name: '26056_1.0.0' }).click()
      await ada.getByRole('searchbox', { name: 'Filter by name' }).fill('Student.NATION.901')
      await ada.getByRole('button', { name: 'Search', exact: true }).click()
      await ada.getByRole('button', { name: /NATION\.901/ }).click()
      await ada.getByRole('textbox', { name: 'Percentage for DfC' }).fill('8.25')
      await ada.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(ada.getByText('Changed', { exact: true })).toBeVisible()
      await change(ada, 'Status of 26056_1.0.0', 'Available')
    })

    await test.step('a collection is made, given the specification and opened', async () => {
      await manage(ada, 'Collections')
      await ada.getByRole('link', { name: 'New collection' }).click()
      await ada.getByRole('textbox', { name: 'Reference' }).fill('26056')
      await ada.getByRole('textbox', { name: 'Name' }).fill('Student 2026/27')
      // Nobody submits before the period has ended: it is one that has, whenever this is run.
      for (const [label, typed] of [
        ['First day of the reference period', '01082023'],
        ['Last day of the reference period', '31072024'],
      ] as const) {
        await ada.getByRole('spinbutton', { name: `day, ${label}` }).click()
        await ada.keyboard.type(typed)
      }
      await ada.getByRole('button', { name: 'Create collection' }).click()
      await change(ada, 'Specification of Student 2026/27', '26056_1.0.0')
      await change(ada, 'State of Student 2026/27', 'Open', { isAsked: true })
      const question = ada.getByRole('alertdialog', { name: 'Open Student 2026/27?' })
      await question.getByRole('button', { name: 'Open collection' }).click()
      await expect(question).toBeHidden()
    })

    const conor = await pageOf('conor')
    await test.step('somebody of the provider sends a file and submits it', async () => {
      await conor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submissions' }).click()
      await conor.getByRole('button', { name: 'Upload file to Student 2026/27' }).click()
      await conor.locator('input[type=file]').setInputFiles(good)
      await sendFile(conor)
      await readResults(conor)
      await submitForApproval(conor)
    })

    await test.step('a second person approves it and records the sign-off', async () => {
      const ivo = await pageOf('ivo')
      await ivo.goto(`${portal.url}/monitoring/26056`)
      await actOnRow(ivo, college, 'Approve', 'Approved')
      await expect(conor).toHaveURL(/\/signoff$/)
      await requestSignOff(conor)
      await returnSignedForm(conor, 'signed.pdf')
      await actOnRow(ivo, college, 'Sign-off submission', 'Signed off')
      await expect(conor.getByText('This submission is signed off.')).toBeVisible()
    })
  } finally {
    for (const page of pages) await page.context().close()
    await portal.stop()
    await issuer.stop()
  }
  // The issuer is at an origin of its own: what pages send there and ask of it is within their policy.
  refuseReports(portal.takeReports())
})
