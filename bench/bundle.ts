import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '../dist')

interface Chunk {
  file: string
  name?: string
  src?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}
type Manifest = Record<string, Chunk>

/** Fetched on every visit after the first screen: live connection, whether there is a demonstration. */
const everyVisit = ['reconnecting-websocket', 'src/features/shell/Demonstration.tsx']

/** What is shown until it is known who is signed in. */
const entrance = 'src/features/session/Entrance.tsx'

/** Charts that a page works with besides: the manifest names their chunks, not their files. */
const chartsOfPages = /^_(?:approval-chain|conformance-check|playback|stepper|work)-/

/**
 * Fetched only when somebody does something, or finds something unusual: not part of showing a screen. Every other
 * dynamic import of a screen counts as part of it.
 */
const onDemand = [
  /\/(MenuPanel|MultiSelectPanel|ColumnPanel|DialogPanels|DrillDownDialog|HintBubble|ToastRegion)\.tsx$/,
  // Signing in, and again when the session is about to end.
  /^src\/services\/oidc\.ts$/,
  // Tables of more than 200 rows.
  /\/VirtualRows\.tsx$/,
  // Charts other than the lifecycle, what was walked of each, and earlier releases: fetched for the chart in sight.
  /machines\/(?!submission-lifecycle)[\w-]+\/index\.ts$|^virtual:(?:coverage-report|chart-releases)\//,
  chartsOfPages,
  // What the inspector saves: a chart in the formats of other tools, its paths.
  /inspector\/export\/formats\.ts$|model\/paths\/export\/|^virtual:chart-paths/,
]

/** Several views in one screen, of which one is shown at a time: each is measured by itself. */
const isView = (key: string): boolean => /View\.tsx$/.test(key)

/** What a screen or view fetches besides what it imports: through the application, or of what is fetched on demand. */
const fetchedBesides: Readonly<Record<string, readonly RegExp[]>> = {
  'src/features/submissions/upload/page.tsx': [
    /^_upload-|machines\/upload/,
    /^src\/services\/actors\/upload\.ts$/,
  ],
  'src/features/inspector/coverage/View.tsx': [/^virtual:coverage-report\/submissionLifecycle$/],
  // The chart of one earlier release, and how much each chart differs from it.
  'src/features/inspector/versions/View.tsx': [/^virtual:chart-releases\/0\.1\.0(?:\/submissionLifecycle)?$/],
}

/** What is fetched with the diagram and is no chunk: the drawing of the lifecycle, nothing folded. */
const drawingsOf = (keys: ReadonlySet<string>): readonly string[] =>
  [...keys].some(key => key.startsWith('_diagram-'))
    ? globSync('assets/drawings-*/submissionLifecycle/open.js', { cwd: dist })
    : []

const isScreen = (key: string): boolean =>
  /^src\/features\/(?:submissions\/[\w-]+\/page|(?!shell|session)[\w-]+\/[A-Z]\w+)\.tsx$/.test(key)

/** Pages of one submission stand in a layout that is a route of its own. */
const layout = 'src/features/submissions/layout/page.tsx'
const isInLayout = (key: string): boolean =>
  key.startsWith('src/features/submissions/') && !/\/(manage|activity-log)\/page\.tsx$/.test(key)

/** A chunk, everything that it imports at once and, unless `isStatic`, everything that it fetches by being shown. */
const closure = (
  manifest: Manifest,
  keys: readonly string[],
  { isStatic, seen = new Set() }: { isStatic: boolean; seen?: Set<string> },
): Set<string> => {
  for (const key of keys) {
    const chunk = manifest[key]
    if (seen.has(key) || !chunk) continue
    seen.add(key)
    closure(manifest, chunk.imports ?? [], { isStatic: isStatic || chunk.isEntry === true, seen })
    const fetched = isStatic || chunk.isEntry ? [] : (chunk.dynamicImports ?? [])
    const shown = fetched.filter(
      other => !isScreen(other) && !isView(other) && !onDemand.some(pattern => pattern.test(other)),
    )
    closure(manifest, shown, { isStatic, seen })
  }
  return seen
}

/** What counts of the chunks: scripts, or style sheets too. */
type Counted = 'scripts' | 'all'

const kilobytes = (
  manifest: Manifest,
  keys: Iterable<string>,
  counted: Counted = 'scripts',
  others: readonly string[] = [],
): number => {
  const chunks = [...keys].flatMap(key => {
    const { file = '', css = [] } = manifest[key] ?? {}
    return [...(file.endsWith('.js') ? [file] : []), ...(counted === 'all' ? css : [])]
  })
  const bytes = [...new Set([...chunks, ...others])].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length,
    0,
  )
  return Math.round(bytes / 100) / 10
}

const isInspector = (screen: string): boolean => screen.startsWith('src/features/inspector/')

/** Aims in gzip kB: of scripts, for the inspector of all that its route fetches. */
const aims = { firstLoad: 170, route: 260, inspector: 250 }

export interface BundleFigures {
  /** JavaScript until the dashboard stands, gzip kB. */
  firstLoad: number
  /** What every visit fetches after its first screen, gzip kB. */
  afterwards: number
  /** Each screen when it is opened from cold, with what is fetched afterwards, gzip kB: scripts, in the inspector styles too. */
  routes: Record<string, number>
}

/** Sizes of what the browser loads, from the manifest of the last build. */
export const measureBundle = (): BundleFigures => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const keys = Object.keys(manifest)
  const entry = keys.find(key => manifest[key]?.isEntry)
  if (!entry) throw new Error('The build has no entry. Run `npm run build` first.')
  const frame = () => closure(manifest, [entry], { isStatic: true })
  const dashboard = 'src/features/dashboard/Dashboard.tsx'
  const first = closure(manifest, [entrance, dashboard], { isStatic: false, seen: frame() })
  const visit = keys.filter(key => everyVisit.some(part => key.includes(part)))
  const sizeOf = (screen: string, view: readonly string[]): number => {
    const parts = [entrance, screen, ...view, ...(isInLayout(screen) ? [layout] : []), ...visit]
    const besides = [screen, ...view].flatMap(name => fetchedBesides[name] ?? [])
    const through = keys.filter(key => besides.some(pattern => pattern.test(key)))
    const shown = closure(manifest, [...parts, ...through], { isStatic: false, seen: frame() })
    return kilobytes(manifest, shown, isInspector(screen) ? 'all' : 'scripts', drawingsOf(shown))
  }
  const linesOf = (screen: string): [string, number][] => {
    const name = screen.replace('src/features/', '').replace('.tsx', '')
    const views = (manifest[screen]?.dynamicImports ?? []).filter(isView)
    if (views.length === 0) return [[name, sizeOf(screen, [])]]
    const folder = screen.replace(/\w+\.tsx$/, '')
    return views.map(view => [
      `${name}: ${view.replace(folder, '').replace(/(?:\/|^)View\.tsx$|\.tsx$/, '')}`,
      sizeOf(screen, [view]),
    ])
  }
  const afterFirst = closure(manifest, visit, { isStatic: false, seen: new Set(first) })
  return {
    firstLoad: kilobytes(manifest, first),
    afterwards: kilobytes(
      manifest,
      [...afterFirst].filter(key => !first.has(key)),
    ),
    routes: Object.fromEntries(
      keys.filter(key => manifest[key]?.isDynamicEntry && isScreen(key)).flatMap(linesOf),
    ),
  }
}

const versus = (size: number, aim: number): string =>
  size > aim ? `misses ${aim} kB by ${(size - aim).toFixed(1)} kB` : ''

export const bundleLines = ({ firstLoad, afterwards, routes }: BundleFigures): string[] => [
  `First load ${firstLoad} kB gzip (aim ${aims.firstLoad} kB), afterwards ${afterwards} kB ${versus(firstLoad, aims.firstLoad)}`,
  ...Object.entries(routes).map(([route, size]) => {
    const aim = route.startsWith('inspector/') ? aims.inspector : aims.route
    return `  ${route.padEnd(64)} ${size.toFixed(1).padStart(6)} kB (aim ${aim} kB) ${versus(size, aim)}`
  }),
]
