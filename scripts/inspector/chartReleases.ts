/**
 * Brings the charts of earlier releases into the portal, for the comparison of versions. A page imports
 * `virtual:chart-releases`, which fetches one chart of one release, and how much each chart differs between releases, so
 * that nobody waits for the charts that are not in sight.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { compareVersions } from '../../src/domain/release.ts'
import { loadMachines } from '../../src/machines/charts.ts'
import { type Chart, chartOf } from '../../src/machines/inspection/chart.ts'
import { differencesOf, sizeOf } from '../../src/machines/inspection/diff.ts'
import { type Release, thisBuild } from '../../src/machines/inspection/release.ts'

const listId = 'virtual:chart-releases'
const partId = 'virtual:chart-releases/'

/** The kept releases, the newest first. */
export const readReleases = (root: string): Release[] => {
  const folder = join(root, 'releases')
  return readdirSync(folder)
    .map(file => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Release)
    .toSorted((one, other) => compareVersions(one.version, other.version))
}

const entriesOf = (entries: readonly (readonly [name: string, code: string])[]): string =>
  `{ ${entries.map(([name, code]) => `${JSON.stringify(name)}: ${code}`).join(',\n')} }`

const fetching = (part: string): string => `() => import('${partId}${part}')`

const listing = (releases: readonly Release[]): string => {
  const versions = releases.map(({ version }) => version)
  const charts = releases.map(
    ({ version, charts: kept }) =>
      [version, entriesOf(kept.map(({ id }) => [id, fetching(`${version}/${id}`)]))] as const,
  )
  return `export const versions = ${JSON.stringify(versions)}
    export const differences = ${entriesOf([...versions, thisBuild].map(version => [version, fetching(version)]))}
    export const charts = ${entriesOf(charts)}`
}

/** The Vite plugin. */
export function chartReleases(): Plugin {
  let root = ''
  return {
    name: 'chart-releases',
    configResolved(config) {
      root = config.root
    },
    resolveId(id) {
      return id === listId || id.startsWith(partId) ? `\0${id}` : undefined
    },
    async load(id) {
      if (id !== `\0${listId}` && !id.startsWith(`\0${partId}`)) return undefined
      const releases = readReleases(root)
      if (id === `\0${listId}`) return { code: listing(releases), map: { mappings: '' } }
      const [version = '', chartId] = id.slice(partId.length + 1).split('/')
      const built = (await loadMachines()).map(chartOf)
      const chartsOf = new Map<string, Chart[]>([
        ...releases.map(release => [release.version, release.charts] as const),
        [thisBuild, built],
      ])
      const kept = chartsOf.get(version) ?? []
      const sizes = () =>
        [...chartsOf].map(([other, charts]) => [
          other,
          Object.fromEntries(
            differencesOf(kept, charts).map(({ chart, difference }) => [chart.id, sizeOf(difference)]),
          ),
        ])
      const found =
        chartId === undefined ? Object.fromEntries(sizes()) : kept.find(chart => chart.id === chartId)
      if (!found) throw new Error(`There is no chart "${chartId}" in the release ${version}.`)
      return { code: `export default ${JSON.stringify(found)}`, map: { mappings: '' } }
    },
  }
}
