import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { aims, measureBundle } from '../scripts/bundle.ts'
import { loadMachines } from '../src/machines/charts.ts'
import { chartOf } from '../src/machines/inspection/chart.ts'
import { expect, test } from './support/fixtures.ts'

/*
 * What each screen weighs from cold, read from the build: page, scripts, styles and words, as sent. Those that a test opens are
 * weighed once more in a browser (`weight.e2e.ts`); here is every screen that the router has.
 */

// Staff have the chart of progress on theirs.
test(`the first load takes ${aims.firstLoad} kB at most, that of staff ${aims.firstLoadOfStaff}`, () => {
  const { firstLoad, routes } = measureBundle()
  expect(firstLoad).toBeGreaterThan(100)
  expect(firstLoad).toBeLessThanOrEqual(aims.firstLoad)
  expect(routes['dashboard/Dashboard: staff/StaffDashboard']).toBeLessThanOrEqual(aims.firstLoadOfStaff)
})

test(`every screen of the router takes ${aims.route} kB at most`, () => {
  const { routes } = measureBundle()
  expect(Object.keys(routes).length).toBeGreaterThan(60)
  expect(Object.entries(routes).filter(([, size]) => !(size > 100 && size <= aims.route))).toEqual([])
})

// Every visit runs machines; what they are described by is read in the inspector alone, which fetches charts as data.
test('no script but the charts, their releases and paths has a description of a chart', async () => {
  const textsIn = async (folder: string, files: readonly string[]): Promise<string[]> =>
    await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))
  const root = join(import.meta.dirname, '..')
  const dist = join(root, 'dist')
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >
  const charts = Object.entries(manifest).flatMap(([key, { file }]) =>
    key.startsWith('virtual:chart') ? [file] : [],
  )
  const messages = join(root, 'src/messages/en')
  const said = await textsIn(messages, await readdir(messages))
  const descriptions = (await loadMachines())
    .map(chartOf)
    .flatMap(({ states, transitions }) => [...states, ...transitions])
    .map(({ description }) => description)
    // A few screens say the same in a message of theirs.
    .filter(description => description !== '' && !said.some(text => text.includes(description)))
  expect(descriptions.length).toBeGreaterThan(300)
  const scripts = (await readdir(join(dist, 'assets'))).filter(
    file => file.endsWith('.js') && !charts.includes(`assets/${file}`),
  )
  const texts = await textsIn(join(dist, 'assets'), scripts)
  const told = texts.flatMap((text, at) =>
    descriptions.filter(description => text.includes(description)).map(found => `${scripts[at]}: ${found}`),
  )
  expect(told).toEqual([])
})
