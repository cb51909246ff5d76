import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type PortalRoute, portalRoutes } from '../src/domain/routes.ts'
import { everyScreen } from '../src/messages/language.ts'
import { type AstNode, importsOf, isNode, nodesOf, parse } from './support/source.ts'

const root = join(import.meta.dirname, '..')

/** What a function finds in a file, found once: most modules come with every screen. */
const once = <Found>(find: (file: string) => Found): ((file: string) => Found) => {
  const known = new Map<string, Found>()
  return file => {
    const found = known.get(file) ?? find(file)
    known.set(file, found)
    return found
  }
}

const importsIn = once(file => importsOf(parse(file)))

/** The modules that come with a file: what it imports at once, and with `later` what it imports later too. */
const modulesWith = (file: string, later: 'later' | 'at once'): string[] => {
  const reached = new Set<string>()
  const visit = (path: string): void => {
    if (reached.has(path)) return
    reached.add(path)
    for (const { source, isTypeOnly, isLater } of importsIn(path)) {
      const isOurs = /^\.[^?]*\.tsx?$/.test(source)
      if (isOurs && !isTypeOnly && (later === 'later' || !isLater)) visit(resolve(dirname(path), source))
    }
  }
  visit(file)
  return [...reached]
}

/** The expressions that a module waits for before those that import it may run. */
const awaitedOnLoading = (node: AstNode): AstNode[] => {
  if (/Function/.test(node.type)) return []
  const below = Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap(child => awaitedOnLoading(child))
  return node.type === 'AwaitExpression' ? [node, ...below] : below
}

describe('a page loads in few requests', () => {
  it('none of its modules awaits while it is loaded: the bundler would no longer put pages together', () => {
    const modules = modulesWith(join(root, 'src/main.tsx'), 'later')
    expect(modules).toContain(join(root, 'src/model/paths/wording/lifecycle.ts'))
    expect(modules.filter(file => awaitedOnLoading(parse(file).tree).length > 0)).toEqual([])
    // A search that finds nothing would let everything pass.
    expect(awaitedOnLoading(parse(join(root, 'src/model/everyMessage.ts')).tree)).toHaveLength(1)
  })
})

const textsIn = (node: AstNode): string[] =>
  nodesOf(node).flatMap(({ type, value }) => (type === 'Literal' && typeof value === 'string' ? [value] : []))

/** The arguments of every call of a function by its name. */
const callsOf = (tree: AstNode, name: string): AstNode[][] =>
  nodesOf(tree).flatMap(node =>
    node.type === 'CallExpression' && isNode(node.callee) && node.callee.name === name
      ? [(node.arguments as unknown[]).filter(isNode)]
      : [],
  )

interface ScreenCode {
  module: string
  /** The messages that are fetched beside the module. */
  scopes: string[]
}

/** The router, and the lists of screens that it fetches with the first of them. */
const lists = ['routes.tsx', 'screens/management.ts', 'screens/others.ts'].map(file =>
  join(root, 'src/app', file),
)

/** What draws the screens of the router, by the name of the screen. */
const screens = new Map(
  lists.flatMap(list =>
    nodesOf(parse(list).tree).flatMap((node): [string, ScreenCode][] => {
      if (node.type !== 'Property' || !isNode(node.key) || !isNode(node.value)) return []
      const [[load, ...scopes] = []] = callsOf(node.value, 'withMessages')
      if (!load || node.key.name === 'lazy' || node.key.name === 'screens') return []
      const module = join(dirname(list), textsIn(load)[0] ?? '')
      return [[String(node.key.name), { module, scopes: scopes.flatMap(textsIn) }]]
    }),
  ),
)

/** Every place of a screen in the router, with the screens that stand around it there. */
const placesIn = (routes: readonly PortalRoute[], around: string[] = []): [string, string[]][] =>
  routes.flatMap(({ screen, children = [] }) => [
    ...(screen && screens.has(screen) ? [[screen, around] as [string, string[]]] : []),
    ...placesIn(children, screen ? [...around, screen] : around),
  ])

const messagesUsedIn = once(file =>
  callsOf(parse(file).tree, 'useMessages').flatMap(args => args.flatMap(textsIn)),
)

describe('a screen that stands does not go away again', () => {
  it.each(placesIn(portalRoutes))(
    'for messages that were fetched neither beside its code nor by what stands around it: %s in %j',
    (screen, around) => {
      const used = modulesWith(screens.get(screen)?.module ?? '', 'at once').flatMap(messagesUsedIn)
      expect(used).not.toEqual([])
      const fetched = [screen, ...around].flatMap(name => screens.get(name)?.scopes ?? [])
      expect([...new Set(used)].filter(scope => ![...everyScreen, ...fetched].includes(scope))).toEqual([])
    },
  )

  it('looks at every screen', () => {
    expect(new Set(placesIn(portalRoutes).map(([screen]) => screen))).toEqual(new Set(screens.keys()))
    expect(screens.size).toBeGreaterThan(60)
  })
})
