import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow, importsOf, isNode, nodesOf, parse } from './support/source.ts'

const root = join(import.meta.dirname, '..')

/**
 * Who may import whom: the table of ARCHITECTURE.md. Rooms by their folder; packages by name, or by the part before
 * the first slash. A test file may import more, so it is not looked at.
 */
const browserPackages = [
  'ky',
  'oidc-client-ts',
  'reconnecting-websocket',
  'react',
  'react-dom',
  'react-router',
  'react-aria-components',
  '@xstate/react',
  '@xstate/store',
  'xstate',
  'zod',
  'date-fns',
]

interface Room {
  rooms: readonly string[]
  /** Packages; 'node side' means any but those of the browser, 'any' means every package. */
  packages: readonly string[] | 'node side' | 'any'
  /** May use Node's own modules. */
  node?: true
}

/** What a whole program may be made of: every room of the product. */
const product = [
  'src/domain',
  'src/record',
  'src/machines',
  'src/model',
  'src/sample',
  'src/services',
  'src/ui',
  'src/hooks',
  'src/features',
  'src/app',
  'src/main.tsx',
  'server',
]

const rules: Record<string, Room> = {
  'src/messages': { rooms: ['src/messages'], packages: ['react', 'icu-minify'] },
  'src/domain': { rooms: ['src/domain'], packages: ['zod', 'date-fns', '@noble/curves', '@noble/hashes'] },
  'src/record': { rooms: ['src/record'], packages: [] },
  'src/machines': { rooms: ['src/domain', 'src/machines'], packages: ['xstate'] },
  'src/model': {
    rooms: ['src/domain', 'src/machines', 'src/model'],
    packages: ['xstate', '@xstate/graph', 'fast-check'],
  },
  'src/sample': { rooms: ['src/domain', 'src/record', 'src/sample'], packages: [], node: true },
  'src/services': {
    rooms: ['src/domain', 'src/record', 'src/machines', 'src/services'],
    packages: ['ky', 'oidc-client-ts', 'reconnecting-websocket', 'xstate', 'zod'],
  },
  'src/ui': {
    rooms: ['src/ui'],
    packages: [
      'react',
      'react-dom',
      'react-aria',
      'react-aria-components',
      'react-stately',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
      '@internationalized/date',
      '@codemirror/commands',
      '@codemirror/lang-sql',
      '@codemirror/language',
      '@codemirror/state',
      '@codemirror/view',
      '@lezer/highlight',
      'fuse.js',
      'd3-selection',
      'd3-transition',
      'd3-zoom',
      '@fontsource-variable/atkinson-hyperlegible-next',
      '@fontsource-variable/jetbrains-mono',
    ],
  },
  'src/hooks': {
    rooms: ['src/domain', 'src/machines', 'src/services', 'src/hooks'],
    packages: ['react', 'react-router', '@xstate/react', '@xstate/store', 'xstate', 'zod'],
  },
  'src/features': {
    rooms: ['src/domain', 'src/machines', 'src/model', 'src/services', 'src/ui', 'src/hooks', 'src/features'],
    packages: [
      'react',
      'react-router',
      '@xstate/react',
      '@xstate/store',
      'virtual:chart-layouts',
      'virtual:chart-paths',
      'virtual:chart-releases',
    ],
  },
  'src/app': {
    rooms: ['src/domain', 'src/machines', 'src/services', 'src/ui', 'src/hooks', 'src/features', 'src/app'],
    packages: browserPackages,
  },
  'src/main.tsx': { rooms: ['src/app', 'src/ui'], packages: browserPackages },
  server: {
    rooms: ['src/domain', 'src/record', 'src/machines', 'src/model', 'src/sample', 'server'],
    packages: 'node side',
    node: true,
  },
  // These test, measure and build the product; the product never imports them.
  scripts: { rooms: [...product, 'scripts'], packages: 'any', node: true },
  bench: { rooms: [...product, 'scripts', 'tests', 'e2e', 'bench'], packages: 'any', node: true },
  tests: { rooms: [...product, 'scripts', 'tests'], packages: 'any', node: true },
  e2e: { rooms: [...product, 'scripts', 'tests', 'e2e'], packages: 'any', node: true },
  'vite.config.ts': { rooms: ['scripts'], packages: 'any', node: true },
  'playwright.config.ts': { rooms: ['e2e'], packages: 'any', node: true },
}

const notOnServer = [
  'react',
  'react-dom',
  'react-router',
  'react-aria-components',
  '@xstate/react',
  'ky',
  'oidc-client-ts',
  'vite',
]

const roomOf = (path: string): string | undefined =>
  Object.keys(rules).find(room => path === room || path.startsWith(`${room}/`))

const packageOf = (source: string): string =>
  source.startsWith('@') ? source.split('/').slice(0, 2).join('/') : (source.split('/')[0] ?? '')

const mayUsePackage = (rule: Room, source: string): boolean => {
  const name = packageOf(source)
  if (rule.packages === 'any') return true
  return rule.packages === 'node side' ? !notOnServer.includes(name) : rule.packages.includes(name)
}

const areaOf = (file: string): string | undefined => relative(join(root, 'src/features'), file).split('/')[0]

/** Areas of the screen that may look into another: submissions are shown in both route families. */
const mayVisit = (from: string, to: string): boolean => areaOf(from) === areaOf(to) || areaOf(to) === 'common'

const faultsOf = (file: string, rule: Room, room: string): string[] =>
  importsOf(parse(file)).flatMap(({ source, isTypeOnly }) => {
    const at = `${relative(root, file)} imports ${source}`
    if (source.startsWith('node:')) return rule.node ? [] : [`${at}: Node is not in the browser`]
    if (!source.startsWith('.'))
      return mayUsePackage(rule, source) ? [] : [`${at}: this package is not for ${room}`]
    const target = resolve(dirname(file), source.replace(/\?.*$/, ''))
    const to = roomOf(relative(root, target))
    // Everybody may read messages.
    if (to === 'src/messages') return []
    if (to === undefined || !rule.rooms.includes(to)) return [`${at}: ${room} may not import ${to ?? 'this'}`]
    if (to === 'src/services' && (room === 'src/features' || room === 'src/hooks') && !isTypeOnly) {
      return [`${at}: only types of services`]
    }
    if (room === 'src/features' && to === 'src/features' && !mayVisit(file, target)) {
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

const codeBelow = (folder: string): boolean =>
  readdirSync(folder, { recursive: true }).some(name => /\.(?:tsx?|mjs)$/.test(String(name)))

describe('who may import whom', () => {
  it('has a row for every folder and configuration file that holds code', () => {
    const rooms = [
      ...topLevel().filter(name => name !== 'src'),
      ...readdirSync(join(root, 'src')).map(name => `src/${name}`),
    ]
    expect(rooms.filter(name => roomOf(name) === undefined)).toEqual([])
  })

  it.each(Object.entries(rules))('%s', (room, rule) => {
    const files = filesBelow(join(root, room))
    expect(files.length).toBeGreaterThan(0)
    expect(files.flatMap(file => faultsOf(file, rule, room))).toEqual([])
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
    expect(circlesOf(['src', 'server'].flatMap(folder => filesBelow(join(root, folder))))).toEqual([])
  })
})

/** What begins a statement of Kysely. */
const builders = [
  'selectFrom',
  'selectNoFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'replaceInto',
]

/** The queries that a file holds: templates of `sql`, and statements of the query builder. */
const queriesOf = ({ tree }: Pick<ReturnType<typeof parse>, 'tree'>): string[] =>
  nodesOf(tree).flatMap(({ type, tag, property }) => {
    const named = (node: unknown): unknown =>
      isNode(node) && node.type === 'Identifier' ? node.name : undefined
    if (type === 'TaggedTemplateExpression' && named(tag) === 'sql') return ['sql``']
    const member = type === 'MemberExpression' ? named(property) : undefined
    return typeof member === 'string' && builders.includes(member) ? [`${member}()`] : []
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

describe('routes only translate', () => {
  it('no file of server/http holds a query: the room that owns the table does', () => {
    const files = filesBelow(join(root, 'server/http'))
    expect(files.length).toBeGreaterThan(0)
    const faults = files.flatMap(file =>
      queriesOf(parse(file)).map(query => `${relative(root, file)}: ${query}`),
    )
    expect(faults).toEqual([])
  })

  it('finds the queries of a room that holds both kinds', () => {
    const found = queriesOf(parse(join(root, 'server/issues/attachments.ts')))
    expect(found).toContain('sql``')
    expect(found).toContain('insertInto()')
  })
})

describe('views only render', () => {
  const forbiddenHooks = ['useState', 'useReducer', 'useEffect', 'useLayoutEffect', 'useInsertionEffect']

  it('features hold no state and no effect of their own', () => {
    const faults = filesBelow(join(root, 'src/features')).flatMap(file => {
      const { text } = parse(file)
      return forbiddenHooks
        .filter(hook => new RegExp(`\\b${hook}\\b`).test(text))
        .map(hook => `${relative(root, file)}: ${hook}`)
    })
    expect(faults).toEqual([])
  })

  it('no SQL names a state by its number: charts and src/domain say which states are meant', () => {
    const numbered = filesBelow(join(root, 'server'))
      .filter(file => !/\.test\.ts$/.test(file))
      .flatMap(file =>
        [...readFileSync(file, 'utf8').matchAll(/\b(?:status|state)_id\s*(?:=|<>|in\s*\()\s*\d.*/g)].map(
          ([found]) => `${relative(root, file)}: ${found}`,
        ),
      )
    expect(numbered).toEqual([])
  })

  it('nothing in the browser has inline styles', () => {
    const faults = ['src/ui', 'src/features', 'src/app'].flatMap(folder =>
      filesBelow(join(root, folder))
        .filter(file => /\sstyle=\{/.test(readFileSync(file, 'utf8')))
        .map(file => relative(root, file)),
    )
    expect(faults).toEqual([])
  })
})

describe('charts are pure', () => {
  it('no wildcard transition, and a bound on steps without events', () => {
    const machines = filesBelow(join(root, 'src/machines')).filter(file =>
      /createMachine\(/.test(readFileSync(file, 'utf8')),
    )
    expect(machines.length).toBeGreaterThan(0)
    const faults = machines.flatMap(file => {
      const text = readFileSync(file, 'utf8')
      return [
        ...(/['"]\*['"]\s*:/.test(text) ? [`${relative(root, file)}: wildcard`] : []),
        ...(/maxIterations/.test(text) ? [] : [`${relative(root, file)}: no maxIterations`]),
      ]
    })
    expect(faults).toEqual([])
  })
})

describe('accessibility', () => {
  it('is measured by axe in e2e/accessibility only, where every screen is visited once', () => {
    const users = ['src', 'server', 'scripts', 'bench', 'tests', 'e2e'].flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true })
        .map(name => join(folder, String(name)))
        .filter(name => /\.(?:tsx?|mjs)$/.test(name))
        .filter(name => /from '(?:@axe-core\/|axe-core)/.test(readFileSync(join(root, name), 'utf8'))),
    )
    expect(users.filter(name => !name.startsWith('e2e/accessibility/'))).toEqual([])
    // A pattern that finds nothing would let everything pass.
    expect(users).toContain('e2e/accessibility/sound.ts')
  })
})
