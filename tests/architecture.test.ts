import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'

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
  /** Packages; '*' any but those of the browser. */
  packages: readonly string[] | 'node side'
}

const rules: Record<string, Room> = {
  'src/domain': { rooms: ['src/domain'], packages: ['zod', 'date-fns'] },
  'src/record': { rooms: ['src/record'], packages: [] },
  'src/machines': { rooms: ['src/domain', 'src/machines'], packages: ['xstate'] },
  'src/services': {
    rooms: ['src/domain', 'src/record', 'src/machines', 'src/services'],
    packages: ['ky', 'oidc-client-ts', 'reconnecting-websocket', 'xstate', 'zod'],
  },
  'src/ui': {
    rooms: ['src/ui'],
    packages: [
      'react',
      'react-dom',
      'react-aria-components',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
      '@fontsource-variable/atkinson-hyperlegible-next',
      '@fontsource-variable/jetbrains-mono',
    ],
  },
  'src/kit': {
    rooms: ['src/domain', 'src/machines', 'src/services', 'src/kit'],
    packages: ['react', 'react-router', '@xstate/react', '@xstate/store', 'xstate', 'zod'],
  },
  'src/features': {
    rooms: ['src/domain', 'src/machines', 'src/services', 'src/ui', 'src/kit', 'src/features'],
    packages: [
      'react',
      'react-router',
      '@xstate/react',
      '@xstate/store',
      'virtual:chart-layouts',
      'virtual:chart-paths',
      'virtual:chart-releases',
      'virtual:coverage-report',
    ],
  },
  'src/app': {
    rooms: ['src/domain', 'src/machines', 'src/services', 'src/ui', 'src/kit', 'src/features', 'src/app'],
    packages: browserPackages,
  },
  server: {
    rooms: ['src/domain', 'src/record', 'src/machines', 'server', 'scripts/sample'],
    packages: 'node side',
  },
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

interface Import {
  source: string
  isTypeOnly: boolean
}

interface AstNode {
  type: string
  source?: { value?: unknown } | null
  importKind?: string
  exportKind?: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Every node of a syntax tree. */
function* nodesOf(node: AstNode): Generator<AstNode> {
  yield node
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesOf(child)
  }
}

/** `import type` leaves no trace at run time; the parser drops its kind, so the text is asked. */
const typeOnlySources = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^(?:import|export) type [^;'"]*?from '([^']+)'/gm)].map(([, source = '']) => source),
  )

const valueSources = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^(?:import|export) (?!type )[^;'"]*?(?:from )?'([^']+)'/gm)].map(
      ([, source = '']) => source,
    ),
  )

const parse = (file: string): { text: string; tree: AstNode } => {
  const text = readFileSync(file, 'utf8')
  return { text, tree: parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as AstNode }
}

const importsOf = ({ text, tree }: { text: string; tree: AstNode }): Import[] => {
  const types = typeOnlySources(text)
  const values = valueSources(text)
  return [...nodesOf(tree)].flatMap(node => {
    const source = node.source?.value
    const isImport = [
      'ImportDeclaration',
      'ExportNamedDeclaration',
      'ExportAllDeclaration',
      'ImportExpression',
    ].includes(node.type)
    return isImport && typeof source === 'string'
      ? [{ source, isTypeOnly: types.has(source) && !values.has(source) }]
      : []
  })
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return name === 'testing' || name === 'gallery' ? [] : filesBelow(path)
    return /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) ? [path] : []
  })

const roomOf = (path: string): string | undefined =>
  [...Object.keys(rules), 'scripts/sample'].find(room => path === room || path.startsWith(`${room}/`))

const packageOf = (source: string): string =>
  source.startsWith('@') ? source.split('/').slice(0, 2).join('/') : (source.split('/')[0] ?? '')

const mayUsePackage = (rule: Room, source: string): boolean => {
  const name = packageOf(source)
  return rule.packages === 'node side' ? !notOnServer.includes(name) : rule.packages.includes(name)
}

const areaOf = (file: string): string | undefined => relative(join(root, 'src/features'), file).split('/')[0]

/** Areas of the screen that may look into another: submissions are shown in both route families. */
const mayVisit = (from: string, to: string): boolean => areaOf(from) === areaOf(to) || areaOf(to) === 'common'

const faultsOf = (file: string, rule: Room, room: string): string[] =>
  importsOf(parse(file)).flatMap(({ source, isTypeOnly }) => {
    const at = `${relative(root, file)} imports ${source}`
    if (source.startsWith('node:')) return room === 'server' ? [] : [`${at}: Node is not in the browser`]
    if (!source.startsWith('.'))
      return mayUsePackage(rule, source) ? [] : [`${at}: this package is not for ${room}`]
    const target = resolve(dirname(file), source.replace(/\?.*$/, ''))
    const to = roomOf(relative(root, target))
    if (to === undefined || !rule.rooms.includes(to)) return [`${at}: ${room} may not import ${to ?? 'this'}`]
    if (to === 'src/services' && (room === 'src/features' || room === 'src/kit') && !isTypeOnly) {
      return [`${at}: only types of services`]
    }
    if (room === 'src/features' && to === 'src/features' && !mayVisit(file, target)) {
      return [`${at}: one area of the screen may not look into another`]
    }
    return []
  })

describe('who may import whom', () => {
  it.each(Object.entries(rules))('%s', (room, rule) => {
    const files = filesBelow(join(root, room))
    expect(files.length).toBeGreaterThan(0)
    expect(files.flatMap(file => faultsOf(file, rule, room))).toEqual([])
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
