import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadMachines } from '../src/machines/charts.ts'
import { chartOf } from '../src/machines/inspection/chart.ts'
import type { Release } from '../src/machines/inspection/release.ts'
import { readOptions } from './support/options.ts'

/**
 * `npm run model:release [-- --replace]`: keeps the charts as they are now under the version of package.json, so that
 * the inspector can tell what later versions change. A version that is kept already is only replaced when asked to.
 */
const { replace } = readOptions('npm run model:release -- [--replace]', {
  replace: { type: 'boolean', default: false },
})
const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
const file = join(root, 'releases', `${version}.json`)
const charts = (await loadMachines()).map(chartOf)

if (existsSync(file) && !replace) {
  const kept = JSON.parse(await readFile(file, 'utf8')) as Release
  if (JSON.stringify(kept.charts) === JSON.stringify(charts)) {
    console.log(`The charts of ${version} are kept as they are.`)
    process.exit(0)
  }
  console.error(
    `${version} is kept with other charts. Raise the version in package.json, or, if ${version} is not released yet, add -- --replace.`,
  )
  process.exit(1)
}

const release: Release = { version, date: new Date().toISOString().slice(0, 10), charts }
await writeFile(file, `${JSON.stringify(release)}\n`)
console.log(`Kept ${charts.length} charts of ${version}.`)
