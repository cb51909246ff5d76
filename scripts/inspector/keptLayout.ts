import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Chart } from '../../src/machines/inspection/chart.ts'

/** What a drawing depends on besides its chart: how it is made, by which engine, and the words on it. */
const makers = ['graph', 'layout', 'place', 'text'].map(name => `scripts/inspector/${name}.ts`)
const others = ['src/machines/inspection/label.ts', 'node_modules/elkjs/package.json']

/** Changes whenever something does that drawings are made by. */
export const makersOf = async (root: string): Promise<string> => {
  const sources = await Promise.all([...makers, ...others].map(file => readFile(join(root, file), 'utf8')))
  return sources.join('\n')
}

const draw = async (chart: Chart, key: string): Promise<string> => {
  const { layoutOf } = await import('./layout.ts')
  return JSON.stringify(await layoutOf(chart, key.split('+')))
}

const readOrDraw = async (file: string, chart: Chart, key: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch {
    const drawing = await draw(chart, key)
    await mkdir(dirname(file), { recursive: true })
    // Renamed, so that another build never reads half a file.
    await writeFile(`${file}.${process.pid}`, drawing)
    await rename(`${file}.${process.pid}`, file)
    return drawing
  }
}

/** Two versions of a chart may be drawn alike: what is under way is waited for. */
const underWay = new Map<string, Promise<string>>()

/**
 * The drawing of a chart, folded as a key says, in JSON. Drawings are kept under node_modules/.cache by a hash of what they
 * are made from, so that the build and the tests make each of them once.
 */
export const keptLayout = (root: string, makers: string, chart: Chart, key: string): Promise<string> => {
  const made = createHash('sha256').update(JSON.stringify([makers, chart, key]))
  const file = join(root, 'node_modules/.cache/chart-layouts', `${made.digest('hex').slice(0, 24)}.json`)
  const drawing = underWay.get(file) ?? readOrDraw(file, chart, key)
  underWay.set(file, drawing)
  return drawing
}
