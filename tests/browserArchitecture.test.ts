import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type AstNode, filesBelow, isNode, nodesOf, parse, parseText } from './support/source.ts'

const root = join(import.meta.dirname, '..')

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

it('every chart says in its first sentence why it is one', () => {
  const without = filesBelow(join(root, 'src/machines'))
    .filter(file => /\/[\w-]+\/machine\.ts$/.test(file) && !file.includes('/support/'))
    .filter(
      file => !/^ \* A chart(?: of its own beside `[\w-]+`)?, because /m.test(readFileSync(file, 'utf8')),
    )
    .map(file => relative(root, file))
  expect(without).toEqual([])
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
  useRuleSource: 1,
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

/** Guards, assignments and events for other actors are computed from what the machine knows and the latest options of the page. */
const isPure = (kind: string, implementations: AstNode): boolean =>
  kind === 'guards' ||
  (kind === 'actions' &&
    propertiesOf(implementations).every(
      ({ value: { type, callee } }) =>
        type === 'CallExpression' && /^(?:assign|sendTo)$/.test(nameOf(callee)),
    ))

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
      return propertiesOf(given[0]).flatMap(({ key, value }) => {
        if (isPure(key, value)) return []
        const callbacks = callbacksIn(value, effectEvents).map(callback => `provides ${callback}`)
        return key === 'actions' ? ['provides actions', ...callbacks] : callbacks
      })
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
    ['m.provide({ actions: { keep: assign(f), go: () => 1 } })', 'provides actions'],
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
    const users = ['packages', 'src', 'server', 'scripts', 'bench', 'tests', 'e2e'].flatMap(folder =>
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
