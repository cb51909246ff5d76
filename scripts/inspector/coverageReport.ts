/**
 * Brings what was walked into the portal: `virtual:coverage-report` fetches for each chart what `npm run model` left of
 * it in coverage/model.json, with the levels that other tests left beside it; nothing when the build was made without a
 * report.
 */
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { foldedCoverage } from '../../src/model/foldedCoverage.ts'
import { readReport } from '../model/files.ts'

const listId = 'virtual:coverage-report'
const partId = 'virtual:coverage-report/'

const listing = (charts: readonly string[]): string => {
  const entries = charts.map(chart => `${JSON.stringify(chart)}: () => import('${partId}${chart}')`)
  return `export const reports = { ${entries.join(',\n')} }`
}

/** The Vite plugin. */
export function coverageReport(): Plugin {
  let folder = ''
  return {
    name: 'coverage-report',
    configResolved(config) {
      folder = join(config.root, 'coverage')
    },
    resolveId(id) {
      return id === listId || id.startsWith(partId) ? `\0${id}` : undefined
    },
    async load(id) {
      if (id !== `\0${listId}` && !id.startsWith(`\0${partId}`)) return undefined
      this.addWatchFile(join(folder, 'model.json'))
      const charts = (await readReport(folder))?.charts ?? []
      if (id === `\0${listId}`) return { code: listing(charts.map(chart => chart.id)), map: { mappings: '' } }
      const chart = charts.find(found => found.id === id.slice(partId.length + 1))
      if (!chart) throw new Error(`The report of the tests says nothing of ${id}.`)
      return { code: `export default ${JSON.stringify(foldedCoverage(chart))}`, map: { mappings: '' } }
    },
  }
}
