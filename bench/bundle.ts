import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '../dist')

interface Chunk {
  file: string
  name?: string
  src?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
}
type Manifest = Record<string, Chunk>

/** A chunk and everything that it imports at once. */
const closure = (manifest: Manifest, keys: readonly string[], seen = new Set<string>()): Set<string> => {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    closure(manifest, manifest[key]?.imports ?? [], seen)
  }
  return seen
}

const kilobytes = (manifest: Manifest, keys: Iterable<string>): number => {
  const files = new Set([...keys].map(key => manifest[key]?.file).filter(file => file?.endsWith('.js')))
  const bytes = [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(dist, file ?? ''))).length,
    0,
  )
  return Math.round(bytes / 100) / 10
}

/** Fetched after the first screen, on every visit: identity, live connection, messages at the corner. */
const afterwards = [
  'oidc-client-ts',
  'reconnecting-websocket',
  'src/ui/toast/',
  'src/features/shell/Demonstration',
]

export interface BundleFigures {
  /** JavaScript until the dashboard stands, gzip kB. */
  firstLoad: number
  /** What every visit fetches after its first screen, gzip kB. */
  afterwards: number
  /** JavaScript of each screen when it is opened first, with what is fetched afterwards, gzip kB. */
  routes: Record<string, number>
}

/** Sizes of what the browser loads, from the manifest of the last build. */
export const measureBundle = (): BundleFigures => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const entry = Object.keys(manifest).find(key => manifest[key]?.isEntry)
  if (!entry) throw new Error('The build has no entry. Run `npm run build` first.')
  const late = Object.keys(manifest).filter(key => afterwards.some(part => key.includes(part)))
  const first = closure(manifest, [entry, 'src/features/dashboard/Dashboard.tsx'])
  const everyVisit = closure(manifest, late, new Set(closure(manifest, [entry])))
  const screens = Object.keys(manifest).filter(
    key =>
      manifest[key]?.isDynamicEntry && /^src\/features\/(?!shell|session)[\w-]+\/[A-Z]\w+\.tsx$/.test(key),
  )
  const routes = Object.fromEntries(
    screens.map(key => {
      const layout =
        key.includes('/submissions/') && !/ManageSubmissions|ActivityLog/.test(key)
          ? 'src/features/submissions/SubmissionLayout.tsx'
          : key
      return [
        key.replace('src/features/', '').replace('.tsx', ''),
        kilobytes(manifest, closure(manifest, [key, layout], new Set(everyVisit))),
      ]
    }),
  )
  return {
    firstLoad: kilobytes(manifest, first),
    afterwards: kilobytes(
      manifest,
      [...everyVisit].filter(key => !closure(manifest, [entry]).has(key)),
    ),
    routes,
  }
}

export const bundleLines = ({ firstLoad, afterwards: later, routes }: BundleFigures): string[] => [
  `First load ${firstLoad} kB gzip (aim 170), afterwards ${later} kB`,
  ...Object.entries(routes).map(([route, size]) => `  ${route.padEnd(40)} ${size} kB (aim 260)`),
]
