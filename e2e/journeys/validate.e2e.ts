import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'

/*
 * The page /validate: a file is checked in the browser, its faults are gone through in its text, and nothing is sent.
 */

const xsd = join(import.meta.dirname, '../../schemas/student/23056_1_0_0.xsd')

/** Everything that a page asks for, workers included, as method and path. */
const requestsOf = (page: Page): string[] => {
  const requests: string[] = []
  page.on('request', request => requests.push(`${request.method()} ${request.url()}`))
  page.on('websocket', socket => requests.push(`SOCKET ${socket.url()}`))
  return requests
}

/** Drops files on the page, as from the desktop. */
const drop = async (page: Page, files: { name: string; content: string }[]): Promise<void> => {
  const data = await page.evaluateHandle(given => {
    const transfer = new DataTransfer()
    for (const { name, content } of given) transfer.items.add(new File([content], name))
    return transfer
  }, files)
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.getByText('Your files stay on this computer').dispatchEvent(type, { dataTransfer: data })
}

/** The students of a file whose SEXID is no code, and the lines of these. */
const spoilt = (content: string): { content: string; lines: number[] } => {
  const lines: number[] = []
  const text = content.split('\n').map((line, at) => {
    if (!line.includes('<SEXID>') || lines.length === 3) return line
    lines.push(at + 1)
    return line.replace(/<SEXID>.*<\/SEXID>/, '<SEXID>77</SEXID>')
  })
  return { content: text.join('\n'), lines }
}

test('anybody checks a file against a schema: the faults are gone through by key, and nothing is sent', async ({
  browser,
  portal,
}) => {
  const clean = await readFile(await sampleFile('a.xml', { provider: '0001', students: 40 }), 'utf8')
  const { content, lines } = spoilt(clean)
  const page = await browser.newPage()
  const requests = requestsOf(page)
  const broken: string[] = []
  page.on('console', line => {
    if (line.type() === 'error') broken.push(line.text())
  })
  await page.goto(`${portal.url}/validate`)
  await expect(page.getByRole('heading', { level: 1, name: 'Check an XML file' })).toBeVisible()
  await drop(page, [
    { name: 'a.xml', content },
    { name: 'student.xsd', content: await readFile(xsd, 'utf8') },
  ])
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('3 faults of 1 kind')).toBeVisible()
  await expect(page).toHaveTitle(/^Error: Check an XML file/)

  const text = page.getByRole('region', { name: /^Text of a\.xml, / })
  const mark = text.locator('mark[data-current]')
  const placeOf = (at: number) =>
    page.locator('dt').getByText(`Line ${(lines[at] ?? 0).toLocaleString('en-GB')}, column`)
  for (const at of [0, 1, 2, 0]) {
    await expect(page.getByText(`Fault ${at + 1} of 3`, { exact: true })).toBeVisible()
    await expect(placeOf(at)).toBeVisible()
    await expect(mark).toBeInViewport()
    await expect(mark).toContainText('77')
    await page.keyboard.press('n')
  }
  await page.getByRole('button', { name: 'Previous fault' }).click()
  await expect(placeOf(0)).toBeVisible()
  const list = page.getByRole('listbox', { name: 'Faults in the order of the file' })
  await list.focus()
  await page.keyboard.press('End')
  await expect(placeOf(2)).toBeVisible()
  await expect(list.getByRole('option', { selected: true })).toContainText('SEXID')
  await page.getByLabel('Line', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Go to line' }).click()
  await expect(text.getByText('<?xml')).toBeInViewport()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 3 faults, CSV' }).click()
  expect((await download).suggestedFilename()).toBe('SchemaErrors.a.csv')

  // The same file corrected, against the published schema.
  await page.getByRole('button', { name: 'Remove student.xsd' }).click()
  await page.getByRole('button', { name: /Or use a published schema/ }).click()
  await page.getByRole('option', { name: /^Student 2023\/24/ }).click()
  await drop(page, [{ name: 'a.xml', content: clean }])
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('a.xml is valid')).toBeVisible()

  const paths = requests.map(request => request.replace(portal.url, ''))
  expect(
    paths.filter(path => !/^GET (?:\/validate|\/icon\.svg|\/assets\/[\w.-]+|blob:.*)$/.test(path)),
  ).toEqual(['GET /api/check-schemas', 'GET /api/check-schemas/23056'])
  expect(broken).toEqual([])
  await page.close()
})

test('the page could send nothing if it tried: its policy and that of its worker keep it from it', async ({
  browser,
  portal,
}) => {
  const page = await browser.newPage()
  await page.goto(`${portal.url}/validate`)
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible()
  const sent = await page.evaluate(async () => {
    const fetched = (address: string, options = {}) =>
      fetch(address, options).then(
        () => true,
        () => false,
      )
    return {
      offered: await fetched('/api/check-schemas'),
      otherCall: await fetched('/api/configuration'),
      otherMethod: await fetched('/api/store', { method: 'POST', body: 'secret' }),
      elsewhere: await fetched('https://elsewhere.example/'),
    }
  })
  expect(sent).toEqual({ offered: true, otherCall: false, otherMethod: false, elsewhere: false })
  const worker = (await page.request.get(portal.url)).ok() && (await workerPolicy(page))
  expect(worker).toContain("default-src 'none'")
  expect(worker).not.toContain('connect-src')
  await page.close()
})

/** The policy under which the worker of the check runs. */
const workerPolicy = async (page: Page): Promise<string> => {
  const answer = page.waitForResponse(response => response.url().includes('.worker-'))
  await drop(page, [{ name: 'a.xml', content: '<a/>' }])
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('a.xml is well-formed XML')).toBeVisible()
  return (await answer).headers()['content-security-policy'] ?? ''
}

test('a schema with a fault is shown with it, and a file that is not XML with its first one', async ({
  browser,
  portal,
}) => {
  const page = await browser.newPage()
  await page.goto(`${portal.url}/validate`)
  const schema = (base: string) =>
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">\n  <xs:element name="a" type="${base}"/>\n</xs:schema>`
  await drop(page, [
    { name: 'a.xml', content: '<a>\n  <b>\n</a>' },
    { name: 'a.xsd', content: schema('Nothing') },
  ])
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('a.xsd cannot be used as a schema')).toBeVisible()
  await expect(page.getByText('Line 2, column 3', { exact: true })).toBeVisible()
  await expect(page.locator('mark[data-current]')).toContainText('<xs:element')
  // One of the same name takes its place.
  await drop(page, [{ name: 'a.xsd', content: schema('xs:string') }])
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('a.xml is not well-formed XML')).toBeVisible()
  await expect(page.getByText('Line 3, column 1', { exact: true })).toBeVisible()
  await page.close()
})

test.describe('where it is not open to everybody', () => {
  test.use({ ownPortal: { environment: { PUBLIC_VALIDATE: 'false' } } })

  test('who is not signed in signs in and comes back; links lead there from within', {
    tag: '@exhaustive',
  }, async ({ browser, pageOf, portal }) => {
    const page = await browser.newPage()
    await page.goto(`${portal.url}/validate?specification=23056`)
    await page.getByRole('button', { name: 'Sign in as ashby-guest', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Check an XML file' })).toBeVisible()
    await expect(page).toHaveURL(/\/validate\?/)
    await expect(page.getByRole('button', { name: /Or use a published schema/ })).toContainText(
      'Student 2023/24',
    )
    await page.close()
    const user = await pageOf('ashby-guest')
    await user.goto(`${portal.url}/specification/23056`)
    await user.getByRole('link', { name: 'Check an XML file' }).click()
    await expect(user.getByRole('heading', { level: 1, name: 'Check an XML file' })).toBeVisible()
    expect(await user.evaluate(() => fetch('/api/configuration').catch(() => 'refused'))).toBe('refused')
  })
})
