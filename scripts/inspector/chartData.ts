/**
 * Brings every chart of this build into the portal as data, for the inspector. A page imports `virtual:charts`, which
 * fetches one chart when it is first asked for. Only these have the descriptions: `withoutDescriptions.ts` takes them out
 * of the machines that browsers run.
 */
import type { Plugin } from 'vite'
import { loadMachine, machineIds } from '../../src/machines/charts.ts'
import { chartOf } from '../../src/machines/inspection/chart.ts'

const listId = 'virtual:charts'
const partId = 'virtual:charts/'

/** In the order in which they are offered. */
const listing = (): string => {
  const entries = machineIds.map(id => `${id}: () => import('${partId}${id}')`)
  return `export const charts = { ${entries.join(',\n')} }`
}

const moduleOf = async (name: string): Promise<string> => {
  const id = machineIds.find(known => known === name)
  if (!id) throw new Error(`There is no chart "${name}".`)
  return `export default ${JSON.stringify(chartOf(await loadMachine(id)))}`
}

/** The Vite plugin. */
export function chartData(): Plugin {
  return {
    name: 'chart-data',
    resolveId(id) {
      return id === listId || id.startsWith(partId) ? `\0${id}` : undefined
    },
    async load(id) {
      if (id === `\0${listId}`) return { code: listing(), map: { mappings: '' } }
      if (!id.startsWith(`\0${partId}`)) return undefined
      return { code: await moduleOf(id.slice(partId.length + 1)), map: { mappings: '' } }
    },
  }
}
