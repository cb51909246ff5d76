import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { everyFileBelow, filesBelow, importsOf, nodesOf, parse } from './support/source.ts'

const root = join(import.meta.dirname, '..')

/** Allowed imports. Rooms by their folder; packages by name, or by the part before the first slash. */
interface Room {
  rooms: readonly string[]
  /** Of these only types. */
  types: readonly string[]
  packages: (name: string, isTypeOnly: boolean) => boolean
  /** May use Node's own modules. */
  node: boolean
}

interface PackageFile {
  dependencies: Readonly<Record<string, string>>
  devDependencies: Readonly<Record<string, string>>
}

const { dependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as PackageFile

/** What the table of ARCHITECTURE.md calls several packages. */
const together: Readonly<Record<string, readonly string[]>> = {
  '–': [],
  '@noble': ['@noble/curves', '@noble/hashes'],
  'React Aria': ['react-aria', 'react-aria-components', 'react-stately', '@internationalized/date'],
  TanStack: ['@tanstack/react-table', '@tanstack/react-virtual'],
  CodeMirror: [
    '@codemirror/commands',
    '@codemirror/lang-sql',
    '@codemirror/language',
    '@codemirror/state',
    '@codemirror/view',
    '@lezer/highlight',
  ],
  d3: ['d3-selection', 'd3-transition', 'd3-zoom'],
  fonts: ['@fontsource-variable/atkinson-hyperlegible-next', '@fontsource-variable/jetbrains-mono'],
  'drawings of the charts': [
    'virtual:chart-layouts',
    'virtual:chart-paths',
    'virtual:chart-releases',
    'virtual:charts',
  ],
}
const ownOfNode = "Node's own"
const ownOfServer = 'dependencies that only the server has'

/** The rows of the table in ARCHITECTURE.md. */
const table = (() => {
  const [, section = ''] = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('## Allowed imports\n')
  return section
    .split('\n## ')[0]!
    .split('\n')
    .flatMap(line => {
      const [, room, rooms, packages] = /^\| (\S+) \| ([^|]+) \| ([^|]+) \|$/.exec(line) ?? []
      if (room === undefined || rooms === undefined || packages === undefined) return []
      return room === 'Room' ? [] : [{ room, rooms: rooms.split(', '), packages: packages.split(', ') }]
    })
})()

const folderOf = (room: string): string => {
  if (room.startsWith('packages/')) return `${room}/src`
  return room === 'server' ? room : `src/${room}`
}
const namesIn = (packages: readonly string[]): string[] => packages.flatMap(name => together[name] ?? [name])

/** Packages that the rooms of the browser have. */
const inBrowser = new Set(
  table.filter(({ room }) => room !== 'server').flatMap(({ packages }) => namesIn(packages)),
)

const ruleOf = ({ room, rooms, packages }: (typeof table)[number]): [string, Room] => {
  const named = new Set(namesIn(packages))
  const hasServers = named.has(ownOfServer)
  const types = rooms.flatMap(name => (name.startsWith('types of ') ? [name.slice('types of '.length)] : []))
  const whole = rooms.filter(name => name !== '–' && !name.startsWith('types of '))
  return [
    folderOf(room),
    {
      rooms: [room, ...whole].map(folderOf),
      types: types.map(folderOf),
      packages: (name, isTypeOnly) =>
        named.has(name) ||
        (hasServers && !inBrowser.has(name) && name in dependencies) ||
        (hasServers && isTypeOnly && `@types/${name}` in devDependencies),
      node: named.has(ownOfNode),
    },
  ]
}

/** What a whole program may be made of: every room of the product. */
const product = table.map(({ room }) => folderOf(room))

/** For what builds, measures and tests the product. */
const around = (...rooms: string[]): Room => ({
  rooms: [...product, ...rooms],
  types: [],
  packages: () => true,
  node: true,
})

const rules: Record<string, Room> = {
  ...Object.fromEntries(table.map(ruleOf)),
  scripts: around('scripts'),
  bench: around('scripts', 'tests', 'e2e', 'bench'),
  // The site of the documents.
  docs: around('docs'),
  tests: around('scripts', 'tests', 'docs'),
  e2e: around('scripts', 'tests', 'e2e'),
  'vite.config.ts': { ...around(), rooms: ['scripts'] },
  'playwright.config.ts': { ...around(), rooms: ['e2e'] },
}

/** A test beside the code; and what is for tests and developers alone, which needs a page or a test to run in. */
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
const forDevelopers = /\/(?:testing|gallery)\//
const packagesForDevelopers = ['react-dom', 'vitest', '@testing-library/react']

/** The rule for a file: that of its room, or of a test. */
const ruleFor = (file: string, rule: Room): Room => {
  if (isTest(file)) return around('scripts', 'tests', 'e2e', ...rule.rooms)
  if (!forDevelopers.test(file)) return rule
  return {
    ...rule,
    packages: (name, isTypeOnly) => packagesForDevelopers.includes(name) || rule.packages(name, isTypeOnly),
  }
}

const roomOf = (path: string): string | undefined =>
  Object.keys(rules).find(room => path === room || path.startsWith(`${room}/`))

const packageOf = (source: string): string =>
  source.startsWith('@') ? source.split('/').slice(0, 2).join('/') : (source.split('/')[0] ?? '')

const areaOf = (file: string): string | undefined => relative(join(root, 'src/features'), file).split('/')[0]

/** Areas of the screen that may look into another: submissions are shown in both route families. */
const mayVisit = (from: string, to: string): boolean => areaOf(from) === areaOf(to) || areaOf(to) === 'common'

const faultsOf = (file: string, rule: Room, room: string): string[] =>
  importsOf(parse(file)).flatMap(({ source, isTypeOnly }) => {
    const at = `${relative(root, file)} imports ${source}`
    if (source.startsWith('node:')) return rule.node ? [] : [`${at}: Node is not in the browser`]
    if (!source.startsWith('.'))
      return rule.packages(packageOf(source), isTypeOnly) ? [] : [`${at}: this package is not for ${room}`]
    const target = resolve(dirname(file), source.replace(/\?.*$/, ''))
    const to = roomOf(relative(root, target))
    // Everybody may read messages.
    if (to === 'src/messages') return []
    if (to !== undefined && rule.types.includes(to)) return isTypeOnly ? [] : [`${at}: only types of ${to}`]
    if (to === undefined || !rule.rooms.includes(to)) return [`${at}: ${room} may not import ${to ?? 'this'}`]
    if (room === 'src/features' && to === room && !isTest(file) && !mayVisit(file, target)) {
      return [`${at}: one area of the screen may not look into another`]
    }
    return []
  })

/** What a library keeps to itself: any of its releases may move it. */
const isPrivate = (source: string): boolean => !source.startsWith('.') && /\/private\//.test(source)

/** What stands at the top of the project and holds code; `dist` and the like are made, not written. */
const topLevel = (): string[] => {
  const made = [
    'node_modules',
    'dist',
    'dist-validate',
    'dist-client',
    'dist-docs',
    'dist-record',
    'data',
    'coverage',
    'test-results',
    'playwright-report',
  ]
  return readdirSync(root).filter(
    name =>
      !name.startsWith('.') &&
      !made.includes(name) &&
      (/\.tsx?$/.test(name) || (statSync(join(root, name)).isDirectory() && codeBelow(join(root, name)))),
  )
}

const codeBelow = (folder: string): boolean => everyFileBelow(folder).length > 0

describe('who may import whom', () => {
  it('has a row for every folder and configuration file that holds code', () => {
    const rooms = [
      ...topLevel().filter(name => !['src', 'packages'].includes(name)),
      ...readdirSync(join(root, 'packages')).map(name => `packages/${name}/src`),
      ...readdirSync(join(root, 'src')).map(name => `src/${name}`),
    ]
    expect(rooms.filter(name => roomOf(name) === undefined)).toEqual([])
  })

  it.each(Object.entries(rules))('%s', (room, rule) => {
    const files = everyFileBelow(join(root, room))
    expect(files.length).toBeGreaterThan(0)
    expect(files.flatMap(file => faultsOf(file, ruleFor(file, rule), room))).toEqual([])
  })

  it('reads every row of the table, of which the server has none of the packages of the browser', () => {
    expect(table.map(({ room }) => room)).toEqual([
      ...[
        'packages/record',
        'messages',
        'domain',
        'machines',
        'model',
        'sample',
        'services',
        'ui',
        'hooks',
        'features',
      ],
      ...['app', 'main.tsx', 'server'],
    ])
    const named = table.flatMap(({ packages }) => namesIn(packages))
    const known = { ...dependencies, ...devDependencies }
    const isVirtual = (name: string) => name.startsWith('virtual:')
    expect(named.filter(name => !(name in known) && !isVirtual(name))).toEqual([
      ownOfNode,
      ownOfNode,
      ownOfServer,
    ])
    const { packages } = rules.server!
    const browsers = [
      'react',
      'react-aria',
      '@tanstack/react-table',
      '@codemirror/view',
      '@xstate/store',
      'd3-zoom',
    ]
    expect([...browsers, 'vite', 'vitest'].filter(name => packages(name, false))).toEqual([])
    expect(['fastify', 'pg-boss', 'zod'].filter(name => !packages(name, false))).toEqual([])
  })
})

/** Files that a file imports at once, types too; what it loads when it is wanted is another chunk and may look back. */
const importedAtOnce = (file: string): string[] =>
  [...nodesOf(parse(file).tree)].flatMap(({ type, source }) => {
    const at = source?.value
    // With a query it is the address of another program, or of a thing that is no code.
    if (type === 'ImportExpression' || typeof at !== 'string' || !at.startsWith('.')) return []
    return at.includes('?') ? [] : [resolve(dirname(file), at)]
  })

/** Groups of files of which each imports every other by some way (Tarjan). */
const circlesOf = (files: readonly string[]): string[][] => {
  const known = new Set(files)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    stack.push(file)
    for (const next of importedAtOnce(file).filter(target => known.has(target))) {
      if (!order.has(next)) lowest.set(file, Math.min(lowest.get(file)!, visit(next)))
      else if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file)!, order.get(next)!))
    }
    if (lowest.get(file) === order.get(file)) {
      const circle = stack.splice(stack.indexOf(file))
      if (circle.length > 1) circles.push(circle.map(member => relative(root, member)).toSorted())
    }
    return lowest.get(file)!
  }
  for (const file of files) if (!order.has(file)) visit(file)
  return circles
}

describe('no file imports itself by way of others', () => {
  it('not for types either', () => {
    const folders = ['packages', 'src', 'server', 'scripts', 'bench', 'tests', 'e2e']
    expect(circlesOf(folders.flatMap(folder => everyFileBelow(join(root, folder))))).toEqual([])
  })
})

describe('a barrel stands at the entry to a folder', () => {
  const files = ['packages', 'src', 'server'].flatMap(folder => filesBelow(join(root, folder)))
  const isBarrel = (file: string) => file.endsWith('/index.ts')
  const named = (faults: readonly string[]) => faults.map(file => relative(root, file))

  /** Entries of their own: each brings what its importers need at once. */
  const entries = [
    // Loads every message first.
    'src/model/everyMessage.ts',
    // Fetched when a chart is saved.
    'src/features/inspector/export/formats.ts',
    // Addresses of the screens, of which the server names some too.
    'src/features/common/address.ts',
  ]

  it('only an index.ts exports what another file has', () => {
    const faults = files.filter(
      file =>
        !isBarrel(file) &&
        !entries.includes(relative(root, file)) &&
        [...nodesOf(parse(file).tree)].some(
          ({ type, source }) =>
            /^Export(?:Named|All)Declaration$/.test(type) && String(source?.value ?? '').startsWith('.'),
        ),
    )
    expect(named(faults)).toEqual([])
  })

  it('no file goes through the index.ts of a folder that it is in', () => {
    const faults = files.filter(file =>
      importedAtOnce(file).some(target => isBarrel(target) && file.startsWith(`${dirname(target)}/`)),
    )
    expect(named(faults.filter(file => !isTest(file) && !forDevelopers.test(file)))).toEqual([])
  })
})

describe('libraries are used by their public names', () => {
  it('nothing imports the private parts of a package', () => {
    const faults = ['src', 'server'].flatMap(folder =>
      filesBelow(join(root, folder)).flatMap(file =>
        importsOf(parse(file))
          .filter(({ source }) => isPrivate(source))
          .map(({ source }) => `${relative(root, file)} imports ${source}`),
      ),
    )
    expect(faults).toEqual([])
  })
})
