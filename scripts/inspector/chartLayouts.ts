/**
 * Draws every chart while the portal is built, so that no layout engine is in the browser. A page imports
 * `virtual:chart-layouts`, whose `fetchDrawing` brings the drawing of a chart in one of the ways to fold it.
 */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { loadMachines } from '../../src/machines/charts.ts'
import { type Chart, chartOf } from '../../src/machines/inspection/chart.ts'
import { foldingKey, foldings } from '../../src/machines/inspection/folding.ts'
import { readReleases } from './chartReleases.ts'
import { keptLayout, makersOf } from './keptLayout.ts'

const listId = 'virtual:chart-layouts'
const drawingId = 'virtual:chart-layout/'

/** A chart that is drawn, and the ways to fold it that a reader can choose. */
interface Drawn {
  chart: Chart
  keys: string[]
}

/** The charts of this build, folded in every way; those of earlier releases that were others, unfolded. */
const drawnCharts = async (root: string): Promise<Map<string, Drawn>> => {
  const drawn = new Map<string, Drawn>()
  for (const chart of (await loadMachines()).map(chartOf))
    drawn.set(chart.id, { chart, keys: foldings(chart).map(folded => foldingKey(chart, folded)) })
  for (const { version, charts } of readReleases(root)) {
    for (const chart of charts) {
      if (JSON.stringify(chart) !== JSON.stringify(drawn.get(chart.id)?.chart))
        drawn.set(`${chart.id}@${version}`, { chart, keys: [''] })
    }
  }
  return drawn
}

/** Which charts are drawn, and whether they can be folded. */
const namesOf = (drawn: ReadonlyMap<string, Drawn>): string =>
  `export const drawn = ${JSON.stringify(Object.fromEntries([...drawn].map(([name, { keys }]) => [name, keys.length > 1])))}`

/** While developing and testing: a module for each drawing, made when it is asked for. */
const listing = (drawn: ReadonlyMap<string, Drawn>): string => {
  const entries = [...drawn].flatMap(([name, { keys }]) =>
    keys.map(key => `${JSON.stringify(`${name}/${key}`)}: () => import('${drawingId}${name}/${key}')`),
  )
  return `${namesOf(drawn)}
    const modules = { ${entries.join(',\n')} }
    export const fetchDrawing = async (name, key) => (await modules[name + '/' + key]()).default`
}

const fileOf = (folder: string, name: string, key: string): string =>
  `assets/${folder}/${name}/${key === '' ? 'open' : key.replaceAll('+', '_')}.js`

/** What is shipped: a file for each drawing at an address that can be told, so that no page carries a list of them. */
const addresses = (drawn: ReadonlyMap<string, Drawn>, folder: string): string => `${namesOf(drawn)}
  export const fetchDrawing = async (name, key) => {
    const file = key === '' ? 'open' : key.replaceAll('+', '_')
    return (await import(/* @vite-ignore */ \`./${folder}/\${name}/\${file}.js\`)).default
  }`

/** The Vite plugin. */
export function chartLayouts(): Plugin {
  let root = ''
  let drawn: Map<string, Drawn> = new Map()
  let makers: Promise<string> | undefined
  const kept = async (name: string, key: string): Promise<string> => {
    const chart = drawn.get(name)?.chart
    if (!chart) throw new Error(`There is no chart "${name}" to draw.`)
    makers ??= makersOf(root)
    return keptLayout(root, await makers, chart, key)
  }
  let isShipped = false
  /** Changes whenever one of the drawings does: their names are kept by browsers for ever. */
  const folderOf = async (): Promise<string> => {
    makers ??= makersOf(root)
    const made = createHash('sha256').update(JSON.stringify([await makers, [...drawn]]))
    return `drawings-${made.digest('hex').slice(0, 12)}`
  }
  return {
    name: 'chart-layouts',
    async configResolved(config) {
      root = config.root
      isShipped = config.command === 'build'
      drawn = await drawnCharts(root)
    },
    resolveId(id) {
      return id === listId || id.startsWith(drawingId) ? `\0${id}` : undefined
    },
    async load(id) {
      if (id === `\0${listId}`) {
        const code = isShipped ? addresses(drawn, await folderOf()) : listing(drawn)
        return { code, map: { mappings: '' } }
      }
      if (!id.startsWith(`\0${drawingId}`)) return undefined
      const [name = '', key = ''] = id.slice(drawingId.length + 1).split('/')
      return { code: `export default ${await kept(name, key)}`, map: { mappings: '' } }
    },
    async generateBundle() {
      const folder = await folderOf()
      for (const [name, { keys }] of drawn) {
        for (const key of keys) {
          const source = `export default ${await kept(name, key)}`
          this.emitFile({ type: 'asset', fileName: fileOf(folder, name, key), source })
        }
      }
    },
  }
}
