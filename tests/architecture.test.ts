import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type AstNode,
  everyFileBelow,
  filesBelow,
  importsOf,
  isNode,
  nodesOf,
  parse,
  parseText,
} from './support/source.ts'

const root = join(import.meta.dirname, '..')

/** Who may import whom. Rooms by their folder; packages by name, or by the part before the first slash. */
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
  const [, section = ''] = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split(
    '## Who may import whom\n',
  )
  return section
    .split('\n## ')[0]!
    .split('\n')
    .flatMap(line => {
      const [, room, rooms, packages] = /^\| (\S+) \| ([^|]+) \| ([^|]+) \|$/.exec(line) ?? []
      if (room === undefined || rooms === undefined || packages === undefined) return []
      return room === 'Room' ? [] : [{ room, rooms: rooms.split(', '), packages: packages.split(', ') }]
    })
})()

const folderOf = (room: string): string => (room === 'server' ? room : `src/${room}`)
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
  tests: around('scripts', 'tests'),
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
      ...topLevel().filter(name => name !== 'src'),
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
        'messages',
        'domain',
        'record',
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
    const folders = ['src', 'server', 'scripts', 'bench', 'tests', 'e2e']
    expect(circlesOf(folders.flatMap(folder => everyFileBelow(join(root, folder))))).toEqual([])
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

/** What a file does that only the decider may do. */
const decidingIn = (file: string): string[] => {
  const { text, tree } = parse(file)
  const isNamed = (node: unknown, name: string): boolean =>
    isNode(node) && node.type === 'Identifier' && node.name === name
  const found = nodesOf(tree).flatMap(({ type, callee, imported }) => {
    if (type === 'CallExpression' && isNode(callee) && isNamed(callee.property, 'step')) return ['step()']
    if (type !== 'ImportSpecifier') return []
    return ['step', 'recordRefusal', 'recordChartEvent']
      .filter(name => isNamed(imported, name))
      .map(name => `${name}()`)
  })
  return /\b(insert into|insertInto\(')\s*chart_event\b/.test(text)
    ? [...found, 'insert into chart_event']
    : found
}

describe('one decider', () => {
  /** Files with refusals that no enforced chart decides. */
  const refusing = [
    // Limits and rights of the routes.
    'server/http/audit.ts',
    // Rules of `src/domain` about what has no chart: notes, signed forms, providers and consents.
    'server/issues/notes.ts',
    'server/lifecycle/signedForms.ts',
    'server/providers/providers.ts',
    'server/transfers/consents.ts',
    // Whether the issues of all reports may be raised at once; the chart decides about each issue.
    'server/issues/raising.ts',
  ]
  const isDecider = (file: string) => file.startsWith('server/decisions/')
  const files = filesBelow(join(root, 'server')).map(file => relative(root, file))

  it('takes the steps of enforced charts, writes their histories and audits their refusals, and nobody else does', () => {
    const faults = files
      .filter(file => !isDecider(file))
      .flatMap(file => decidingIn(join(root, file)).map(what => `${file}: ${what}`))
    expect(faults.toSorted()).toEqual(refusing.map(file => `${file}: recordRefusal()`).toSorted())
  })

  it('is found by that rule', () => {
    const done = files.filter(isDecider).flatMap(file => decidingIn(join(root, file)))
    expect(new Set(done)).toEqual(
      new Set(['step()', 'recordRefusal()', 'recordChartEvent()', 'insert into chart_event']),
    )
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

  it('no route refuses for want of a right by itself: the line of audit is written where the refusal is made', () => {
    const withTheLine = ['server/http/route.ts', 'server/http/routes/submissionAccess.ts']
    const refusing = filesBelow(join(root, 'server/http')).filter(file =>
      /problem\(\s*'forbidden'/.test(parse(file).text),
    )
    expect(refusing.map(file => relative(root, file)).toSorted()).toEqual(withTheLine)
  })

  it('finds the queries of a room that holds both kinds', () => {
    const found = queriesOf(parse(join(root, 'server/issues/attachments.ts')))
    expect(found).toContain('sql``')
    expect(found).toContain('insertInto()')
  })
})

describe('transactions that meet do not end each other', () => {
  const files = filesBelow(join(root, 'server')).filter(file => !/\.test\.ts$/.test(file))
  const matching = (pattern: RegExp): string[] =>
    files.flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(new RegExp(pattern, 'g'))].map(() => relative(root, file)),
    )

  it('transactions begin where they are repeated; the migrations run alone', () => {
    expect([...new Set(matching(/\.transaction\(\)|\bstartTransaction\(/))].toSorted()).toEqual([
      'server/database/migrate.ts',
      'server/database/scope.ts',
    ])
  })

  it('live messages are stored by one statement, once, as a last step of their transaction', () => {
    expect(
      matching(/(?:insert\s+into|insertInto\(|update|updateTable\()\s*'?live_(?:message|sequence)\b/),
    ).toEqual(['server/live/publish.ts', 'server/live/publish.ts'])
    const { text } = parse(join(root, 'server/live/publish.ts'))
    expect(text.match(/\bstore\(tx/g)).toHaveLength(1)
    expect(text).toMatch(
      /if \(known\) return void known\.push.*\n.*\n\s*beforeCommit\(tx, \(\) => store\(tx, outbox\)\)/,
    )
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

/** Hooks of pages, and where the function stands that does their work: as an argument, or in an object of functions. */
const workOf: Readonly<Record<string, number>> = {
  useAction: 0,
  useInlineChoice: 1,
  useRuleEditor: 2,
  usePublication: 1,
  useRuleSource: 1,
  useNewSpecification: 1,
  useBulkRun: 1,
  useBulkDecision: 0,
}

/** What a page does with a result: it moves the router, shows a notice, saves a file, changes what another actor knows. */
const consequences = /^(?:navigate|changeAddress|notify|saveText|saveBlob|download|refresh|replace|patch)$/

const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' ? String(node.name) : ''

const callsIn = (node: AstNode) =>
  nodesOf(node).flatMap(({ type, callee, arguments: given }) => {
    if (type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return []
    const name = callee.type === 'MemberExpression' ? nameOf(callee.property) : nameOf(callee)
    return [{ name, given: given.filter(isNode) }]
  })

const propertiesOf = (node: AstNode | undefined) =>
  (node?.type === 'ObjectExpression' && Array.isArray(node.properties) ? node.properties : [])
    .filter(isNode)
    .map(({ key, value }) => ({ key: nameOf(key), value: value as AstNode }))

const isFunction = ({ type }: AstNode): boolean => /Function/.test(type)

/** Callbacks by which the code of a page would hear of a result from within a machine; their names. */
const callbacksIn = (node: AstNode, effectEvents: ReadonlySet<string>): string[] => {
  const nodes = nodesOf(node)
  // The name of a member says nothing of a variable of that name.
  const members = new Set(nodes.flatMap(({ property, computed }) => (computed === true ? [] : [property])))
  return nodes
    .filter(
      named => /^on[A-Z]/.test(nameOf(named)) || (effectEvents.has(nameOf(named)) && !members.has(named)),
    )
    .map(nameOf)
}

/** How a file has a machine call back to its page. */
const callingBack = ({ tree }: Pick<ReturnType<typeof parse>, 'tree'>): string[] => {
  const effectEvents = new Set(
    nodesOf(tree).flatMap(({ type, id, init }) =>
      type === 'VariableDeclarator' && isNode(init) && callsIn(init)[0]?.name === 'useEffectEvent'
        ? [nameOf(id)]
        : [],
    ),
  )
  return callsIn(tree).flatMap(({ name, given }) => {
    if (name === 'provide')
      return [
        ...propertiesOf(given[0]).flatMap(({ key }) => (key === 'actions' ? ['provides actions'] : [])),
        ...given.flatMap(part => callbacksIn(part, effectEvents)).map(callback => `provides ${callback}`),
      ]
    if (name === 'fromPromise' || name === 'fromCallback')
      return given
        .flatMap(part => callbacksIn(part, effectEvents))
        .map(callback => `${name} calls ${callback}`)
    if (name === 'useActorRef')
      return propertiesOf(given[1])
        .filter(({ key }) => key === 'input')
        .flatMap(({ value }) => [
          ...(nodesOf(value).some(isFunction) ? ['a function in input'] : []),
          ...callbacksIn(value, effectEvents).map(callback => `${callback} in input`),
        ])
    const at = workOf[name]
    const work = at === undefined ? undefined : given[at]
    if (!work) return []
    const functions = isFunction(work)
      ? [work]
      : propertiesOf(work).flatMap(({ key, value }) => (/^on[A-Z]/.test(key) ? [] : [value]))
    return functions
      .flatMap(callsIn)
      .flatMap(call => (consequences.test(call.name) ? [`${name} calls ${call.name}`] : []))
  })
}

describe('results leave a machine by emit', () => {
  it('no page hands a machine a callback: it would outlive the page, and act on the next one', () => {
    const faults = ['src/hooks', 'src/features', 'src/app'].flatMap(folder =>
      filesBelow(join(root, folder)).flatMap(file =>
        callingBack(parse(file)).map(found => `${relative(root, file)}: ${found}`),
      ),
    )
    // The session drops its token by an action. Its actor and what the action touches both live as long as the application.
    expect(faults).toEqual(['src/app/application.ts: provides actions'])
  })

  it.each([
    [
      'const tell = useEffectEvent(f); m.provide({ actors: { save: fromPromise(() => tell()) } })',
      'fromPromise calls tell',
    ],
    ['m.provide({ actors: { save: fromPromise(() => options.onSaved()) } })', 'fromPromise calls onSaved'],
    ['m.provide({ actions: { go: () => 1 } })', 'provides actions'],
    ['useActorRef(m, { input: { heard: () => 1 } })', 'a function in input'],
    ['useActorRef(m, { input: { onHeard } })', 'onHeard in input'],
    ['useAction(async a => { await call(a); navigate("/") })', 'useAction calls navigate'],
    ['useInlineChoice(1, id => call(id).then(() => list.refresh()))', 'useInlineChoice calls refresh'],
    ['useBulkRun({}, { request: () => notify("sent"), onJob: navigate })', 'useBulkRun calls notify'],
  ])('finds it in %s', (text, found) => {
    expect(callingBack({ tree: parseText(text) })).toContain(found)
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
