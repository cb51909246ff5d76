/**
 * Draws every chart while the portal is built, so that no layout engine is in the browser. A page imports
 * `virtual:chart-layouts`: for each chart and each way to fold it a function that fetches the drawing.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { machines } from '../../src/machines/charts.ts'
import { chartOf } from '../../src/machines/inspection/chart.ts'
import { foldingKey, foldings } from '../../src/machines/inspection/folding.ts'

const listId = 'virtual:chart-layouts'
const drawingId = 'virtual:chart-layout/'
const charts = new Map(machines.map(chartOf).map(chart => [chart.id, chart]))

const listing = (): string => {
  const entries = [...charts.values()].map(chart => {
    const drawings = foldings(chart)
      .map(folded => foldingKey(chart, folded))
      .map(key => `${JSON.stringify(key)}: () => import('${drawingId}${chart.id}/${key}')`)
    return `${JSON.stringify(chart.id)}: { ${drawings.join(',\n')} }`
  })
  return `export const layouts = { ${entries.join(',\n')} }`
}

/** What a drawing depends on besides its chart: how it is made. */
const versionOf = async (root: string): Promise<string> => {
  const folder = join(root, 'scripts/inspector')
  const files = (await readdir(folder)).filter(name => name.endsWith('.ts')).toSorted()
  const sources = await Promise.all(files.map(name => readFile(join(folder, name), 'utf8')))
  return sources.join('\n')
}

const draw = async (chartId: string, key: string): Promise<string> => {
  const chart = charts.get(chartId)
  if (!chart) throw new Error(`There is no chart "${chartId}" to draw.`)
  const { layoutOf } = await import('./layout.ts')
  return JSON.stringify(await layoutOf(chart, key.split('+')))
}

/** The Vite plugin. Drawings are kept under node_modules/.cache by a hash of what they are made from. */
export function chartLayouts(): Plugin {
  let root = ''
  let version: Promise<string> | undefined
  const kept = async (chartId: string, key: string): Promise<string> => {
    version ??= versionOf(root)
    const made = JSON.stringify([await version, charts.get(chartId), key])
    const folder = join(root, 'node_modules/.cache/chart-layouts')
    const file = join(folder, `${createHash('sha256').update(made).digest('hex').slice(0, 24)}.json`)
    try {
      return await readFile(file, 'utf8')
    } catch {
      const drawing = await draw(chartId, key)
      await mkdir(folder, { recursive: true })
      // Renamed, so that another build never reads half a file.
      await writeFile(`${file}.${process.pid}`, drawing)
      await rename(`${file}.${process.pid}`, file)
      return drawing
    }
  }
  return {
    name: 'chart-layouts',
    configResolved(config) {
      root = config.root
    },
    resolveId(id) {
      return id === listId || id.startsWith(drawingId) ? `\0${id}` : undefined
    },
    async load(id) {
      if (id === `\0${listId}`) return { code: listing(), map: { mappings: '' } }
      if (!id.startsWith(`\0${drawingId}`)) return undefined
      const [chartId = '', key = ''] = id.slice(drawingId.length + 1).split('/')
      return { code: `export default ${await kept(chartId, key)}`, map: { mappings: '' } }
    },
  }
}
