import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chartOf } from '../src/machines/inspection/chart.ts'
import { toScxml } from '../src/machines/inspection/export/scxml.ts'
import { fromScxml } from '../src/machines/inspection/testing/fromScxml.ts'
import { submissionLifecycle } from '../src/machines/submission-lifecycle/index.ts'
import { drawing, open } from './support/inspector.ts'
import { expect, test } from './support/shared.ts'

/** What leaves the screen of the inspector, by the numbers of its features: exports, links, and the text that is printed. */

// One after the other, on one server.
test.describe.configure({ mode: 'default' })
test.afterAll(({ crowd }) => crowd.leave())

const lifecycle = chartOf(submissionLifecycle)

test('12: exports open elsewhere, and SCXML comes back as the same chart', async ({ pageOf }) => {
  const page = await pageOf('bedel-staff')
  await open(page, '?fold=processing')
  const save = async (format: string): Promise<Buffer> => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: format }).click()
    return readFile(await (await download).path())
  }
  const scxml = String(await save('SCXML'))
  expect(scxml).toBe(toScxml(lifecycle))
  expect(fromScxml(scxml)).toEqual(lifecycle)

  const svg = String(await save('SVG'))
  expect(svg).toContain('>Processing</text>')
  expect(svg).not.toContain('>Schema check passed</text>')
  const png = await save('PNG')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(png.readUInt32BE(16)).toBeGreaterThan(1000)
  // Drawn, not blank.
  expect(png.length).toBeGreaterThan(50_000)
  expect(String(await save('Mermaid'))).toMatch(/^stateDiagram-v2/)
  expect(String(await save('PlantUML'))).toMatch(/^@startuml/)
  expect(JSON.parse(String(await save('XState JSON')))).toMatchObject({
    id: 'submissionLifecycle',
    initial: 'unknown',
  })
  const csv = await save('CSV matrix')
  // The mark by which spreadsheet programs know UTF-8.
  expect(csv.subarray(0, 3).toString('hex')).toBe('efbbbf')
  expect(String(csv).split('\r\n')).toHaveLength(43)

  // The paths for testers are the ones that the command writes.
  await page.getByRole('button', { name: 'Export paths' }).click()
  const download = page.waitForEvent('download')
  const group = page.getByRole('group', { name: 'All transitions', exact: true })
  await group.getByRole('menuitem', { name: 'Gherkin' }).click()
  const golden = join(import.meta.dirname, '../tests/model/golden/submission-lifecycle.transitions.feature')
  expect(await readFile(await (await download).path(), 'utf8')).toBe(await readFile(golden, 'utf8'))
})

test('13: a link leads to chart, state, folding and part in sight', async ({ pageOf }) => {
  const page = await pageOf('bedel-staff')
  const address = '?chart=upload&state=sending&fold=picking&zoom=0.9+700+300'
  await open(page, address)
  await expect(drawing(page, 'Upload').getByRole('button', { name: /^Picking, .* folded$/ })).toHaveCount(1)
  await expect(drawing(page, 'Upload').getByRole('button', { name: /^Sending, / })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(drawing(page, 'Upload').locator('svg > g').first()).toHaveAttribute(
    'transform',
    /scale\(0\.9\)/,
  )
  expect(page.url()).toContain('zoom=0.9')
})

test('14: the text of a chart is whole, can be read without a picture, and prints', async ({ pageOf }) => {
  const page = await pageOf('bedel-staff')
  await open(page, '?view=text')
  const table = page.getByRole('table', { name: 'Every transition of Submission lifecycle' })
  await expect(table.getByRole('row')).toHaveCount(lifecycle.transitions.length + 1)
  await expect(page.locator('[id^="state-"]')).toHaveCount(lifecycle.states.length - 1)
  await table.getByRole('link', { name: 'Nil return' }).first().click()
  await expect(page.locator('[id="state-nilReturn"]')).toBeInViewport()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Chart views' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  // Every column stands on a sheet of A4.
  await page.setViewportSize({ width: 720, height: 1000 })
  const [sheet, printed] = await Promise.all([page.locator('main').boundingBox(), table.boundingBox()])
  expect(printed?.width).toBeLessThanOrEqual(sheet?.width ?? 0)
})
