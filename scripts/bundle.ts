import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

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

/** What every visit fetches besides what the page names: words of the frame, the way in, the live connection. */
const everyVisit = [
  ...['common', 'domain', 'formats', 'problems', 'session', 'shell', 'ui'].map(
    scope => `src/messages/generated/en/${scope}.ts`,
  ),
  'src/features/session/Entrance.tsx',
  'node_modules/reconnecting-websocket/',
]
const layoutPage = 'src/features/submissions/layout/page.tsx'

/** Which chunk of the build holds a module: one that others share has no key of its own in the manifest. */
const chunksByModule = (manifest: Manifest): ((module: string) => string) => {
  const found = new Map<string, string>()
  for (const [key, { file }] of Object.entries(manifest)) {
    if (!file.endsWith('.js') || !existsSync(join(dist, `${file}.map`))) continue
    const { sources } = JSON.parse(readFileSync(join(dist, `${file}.map`), 'utf8')) as { sources: string[] }
    for (const source of sources) found.set(source.replace(/^(?:\.\.\/)+/, ''), key)
  }
  return module => {
    const key = manifest[module]
      ? module
      : (found.get(module) ?? [...found].find(([source]) => source.startsWith(module))?.[1])
    if (!key) throw new Error(`The build holds no "${module}".`)
    return key
  }
}

/**
 * Fetched only when somebody does something, or finds something unusual: not part of showing a screen. Every other
 * dynamic import of a screen counts as part of it.
 */
const onDemand = [
  // The editor of SQL: the page shows a plain field until it is there.
  /\/ui\/CodeEditorControl\.tsx$/,
  /\/(?:DrillDown|Explain|Workbook)Dialog\.tsx$/,
  /\/decisions\/EarlierNotes\.tsx$/,
  // The dialogs of the "?" and of Ctrl K, and an entry of the audit with its proof.
  /\/(?:shell\/(?:HelpDialog|FindAnything)|audit\/EntryPanel)\.tsx$/,
  // The errors of a stopped file on the dashboard, and what only people who decide see beside the quality report.
  /\/(?:dashboard\/StoppedFile|approval\/Summary)\.tsx$/,
  // What a change of a specification leads to, the step of a new one, and the question before a collection opens.
  /\/(?:bulk-run\/Offer|specification\/Configuration|collections\/Opening)\.tsx$/,
  // What a person reads who was refused a page.
  /\/common\/WaysForward\.tsx$/,
  // The parts of Quality Assurance beside the quality report.
  /\/quality\/(?:PreviousSubmissions|ReportLists)\.tsx$/,
  // Signing in, and again when the session is about to end.
  /^src\/services\/oidc\.ts$/,
  // The heat on the whole chart in place of the stages, and the filters that few choose.
  /\/heat\/(?:WholeChart|RareFilters)\.tsx$/,
  // The field for a day, after it is asked for.
  /inspector\/history\/DayField\.tsx$/,
  // Earlier releases of a chart.
  /^virtual:chart-releases\//,
  // What the inspector saves: a chart in the formats of other tools, its paths.
  /inspector\/export\/formats\.ts$|model\/paths\/export\/|^virtual:chart-paths/,
]

/** Of all charts that the inspector can fetch, a view fetches the one in sight. */
const isOtherChart = (key: string): boolean =>
  key.startsWith('virtual:charts/') && key !== 'virtual:charts/submissionLifecycle'

/** The view of histories: the page of a submission's lifecycle shows it too, so the manifest names its chunk. */
const ofHistories = /^_View-/

/** Several views in one screen, of which one is shown at a time: each is measured by itself. The dashboard of staff is one. */
const isView = (key: string): boolean =>
  /(?:View|StaffDashboard|LatestDeliveries)\.tsx$/.test(key) || ofHistories.test(key)

/** What a screen or view fetches besides what it imports: through the application, or of what is fetched on demand. */
const fetchedBesides: Readonly<Record<string, readonly RegExp[]>> = {
  'src/features/submissions/upload/page.tsx': [
    /^_upload-|machines\/upload/,
    /^src\/services\/actors\/upload\.ts$/,
  ],
  // The chart of one earlier release, and how much each chart differs from it.
  'src/features/inspector/versions/View.tsx': [/^virtual:chart-releases\/0\.1\.0(?:\/submissionLifecycle)?$/],
}

/** What is fetched with the diagram and is no chunk: the drawing of the lifecycle, nothing folded. */
const drawingsOf = (keys: ReadonlySet<string>): readonly string[] =>
  [...keys].some(key => key.startsWith('_diagram-'))
    ? globSync('assets/drawings-*/submissionLifecycle/open.js', { cwd: dist })
    : []

/** A screen as the router has it: what draws it, the words that come with it, and the list that it stands in. */
interface ScreenFiles {
  page: string
  scopes: readonly string[]
  list: string | undefined
}

const lists = ['src/app/screens/management.ts', 'src/app/screens/others.ts']
const routers = ['src/app/routes.tsx', ...lists]

/** Every screen that a router names: read from their sources, so that none can be forgotten. */
export const screenFiles: readonly ScreenFiles[] = routers.flatMap(router => {
  const text = readFileSync(join(root, router), 'utf8')
  const named = text.matchAll(/import\('([./]+features\/[^']+)'\)(?:\),?|,)?((?:\s*'[\w.-]+',?)*)/g)
  return [...named].map(([, path, scopes]) => ({
    page: posix.join(posix.dirname(router), path!),
    scopes: [...scopes!.matchAll(/'([^']+)'/g)].map(([, scope]) => scope!),
    list: lists.find(list => list === router),
  }))
})

const screens = new Map(screenFiles.map(screen => [screen.page, screen]))
const isScreen = (key: string): boolean => screens.has(key)

/** Pages of one submission stand in a layout that is a route of its own; lists of them do not. */
export const isInLayout = (key: string): boolean =>
  /^src\/features\/submissions\/(?!manage\/|activity-log\/)/.test(key)

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
      other =>
        !isOtherChart(other) &&
        !isScreen(other) &&
        !isView(other) &&
        !onDemand.some(pattern => pattern.test(other)),
    )
    closure(manifest, shown, { isStatic, seen })
  }
  return seen
}

/** Bytes of a file as a browser gets it: compressed in the build where that makes it smaller. */
const sentBytes = (file: string): number => {
  const path = join(dist, file)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

/** Scripts and styles of the chunks as they are sent, with the page itself, in kB. */
const kilobytes = (manifest: Manifest, keys: Iterable<string>, others: readonly string[] = []): number => {
  const chunks = [...keys].flatMap(key => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])])
  const styles = Object.values(manifest).map(({ file }) => file)
  const files = new Set([
    'index.html',
    ...chunks.filter(file => /\.(?:js|css)$/.test(file)),
    ...styles.filter(file => file.endsWith('.css')),
    ...others,
  ])
  return Math.round([...files].reduce((sum, file) => sum + sentBytes(file), 0) / 100) / 10
}

/**
 * Aims in kB as sent. The dashboard says what to do next, with an upload on each card, and the words of every task come with it:
 * its limit was 270, that of staff 280, before it did. Four more came with Ctrl K and the transfers: React Aria has its list that follows a field in the
 * module whose contexts every field reads, so the first load brings both. Two more came with the path of `PUBLIC_URL`, before which every
 * chunk asks for its address, and with streams and the words of records. One more came with the faults of imported tolerances, which any
 * screen may have to name. Since then the largest screen is a specification, with the offline check and the history of its rules. Two more came with the page
 * /validate: the style sheet is one file for all screens, and the entry decides which of two applications it starts. The largest screen is
 * now the inspector's Versions, which asks the lifecycle's guards about live submissions and takes a file. One more came to the first load
 * with the notice that support looks on.
 */
export const aims = { firstLoad: 289, firstLoadOfStaff: 300, route: 405 }

export interface BundleFigures {
  /**
   * Page, scripts and styles until the dashboard stands, in kB as sent. Fonts (35 kB) are not counted: the text is drawn
   * without them first, and they stay in the cache when a release changes the code. Nor are answers of the API.
   */
  firstLoad: number
  /** The same for each screen when it is opened from cold. */
  routes: Record<string, number>
}

/** Sizes of what the browser loads, from the manifest of the last build. */
export const measureBundle = (): BundleFigures => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const keys = Object.keys(manifest)
  const entry = keys.find(key => manifest[key]?.isEntry)
  if (!entry) throw new Error('The build has no entry. Run `npm run build` first.')
  const chunkOf = chunksByModule(manifest)
  const visited = [entry, ...everyVisit.map(chunkOf)]
  const frame = () => closure(manifest, visited, { isStatic: true })
  const dashboard = 'src/features/dashboard/Dashboard.tsx'
  const first = closure(manifest, [chunkOf(dashboard)], { isStatic: false, seen: frame() })
  const sizeOf = (screen: string, view: readonly string[]): number => {
    const { scopes = [], list } = screens.get(screen) ?? {}
    const words = scopes.map(scope => chunkOf(`src/messages/generated/en/${scope}.ts`))
    const layout = isInLayout(screen) ? [chunkOf(layoutPage)] : []
    const parts = [
      chunkOf(screen),
      ...view,
      ...layout,
      ...words,
      ...(list === undefined ? [] : [chunkOf(list)]),
    ]
    const besides = [screen, ...view].flatMap(name => fetchedBesides[name] ?? [])
    const through = keys.filter(key => besides.some(pattern => pattern.test(key)))
    const shown = closure(manifest, [...parts, ...through], { isStatic: false, seen: frame() })
    return kilobytes(manifest, shown, drawingsOf(shown))
  }
  const linesOf = (screen: string): [string, number][] => {
    const name = screen.replace('src/features/', '').replace('.tsx', '')
    const views = (manifest[chunkOf(screen)]?.dynamicImports ?? []).filter(isView)
    if (views.length === 0) return [[name, sizeOf(screen, [])]]
    const folder = screen.replace(/\w+\.tsx$/, '')
    const labelOf = (view: string): string =>
      ofHistories.test(view) ? 'history' : view.replace(folder, '').replace(/(?:\/|^)View\.tsx$|\.tsx$/, '')
    return views.map(view => [`${name}: ${labelOf(view)}`, sizeOf(screen, [view])])
  }
  return {
    firstLoad: kilobytes(manifest, first),
    routes: Object.fromEntries([...screens.keys()].toSorted().flatMap(linesOf)),
  }
}
