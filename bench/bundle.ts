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

/** What a screen needs when it is opened: its page, and the parts that its frame loads late but always. */
const alwaysLate = ['node_modules/oidc-client-ts', 'src/features/shell/']

export interface BundleFigures {
  /** JavaScript of the first screen after sign-in (the dashboard), gzip kB. */
  firstLoad: number
  /** The same for each screen that is opened first, gzip kB. */
  routes: Record<string, number>
}

/** Sizes of what the browser loads, from the manifest of the last build. */
export const measureBundle = (): BundleFigures => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const entry = Object.keys(manifest).find(key => manifest[key]?.isEntry)
  if (!entry) throw new Error('The build has no entry. Run `npm run build` first.')
  const late = Object.keys(manifest).filter(
    key =>
      manifest[key]?.isDynamicEntry &&
      alwaysLate.some(part => key.includes(part)) &&
      !/NotFound|AccessDenied/.test(key),
  )
  const base = closure(manifest, [entry, ...late])
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
        kilobytes(manifest, closure(manifest, [key, layout], new Set(base))),
      ]
    }),
  )
  return { firstLoad: routes['dashboard/Dashboard'] ?? kilobytes(manifest, base), routes }
}
