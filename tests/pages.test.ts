import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { everyScreen } from '../src/messages/language.ts'
import { type AstNode, importsOf, isNode, nodesOf, parse } from './support/source.ts'

const root = join(import.meta.dirname, '..')

/** The modules that come with a file: what it imports at once, and with `later` what it imports later too. */
const modulesWith = (file: string, later: 'later' | 'at once'): string[] => {
  const reached = new Set<string>()
  const visit = (path: string): void => {
    if (reached.has(path)) return
    reached.add(path)
    for (const { source, isTypeOnly, isLater } of importsOf(parse(path))) {
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
  [...nodesOf(node)].flatMap(({ type, value }) =>
    type === 'Literal' && typeof value === 'string' ? [value] : [],
  )

/** The arguments of every call of a function by its name. */
const callsOf = (tree: AstNode, name: string): AstNode[][] =>
  [...nodesOf(tree)].flatMap(node =>
    node.type === 'CallExpression' && isNode(node.callee) && node.callee.name === name
      ? [(node.arguments as unknown[]).filter(isNode)]
      : [],
  )

/** The screens of the router: the module of each, and the messages that are fetched beside it. */
const screens = callsOf(parse(join(root, 'src/app/routes.tsx')).tree, 'withMessages').map(
  ([load, ...scopes]) => ({
    module: join(root, 'src/app', (load && textsIn(load)[0]) ?? ''),
    scopes: scopes.flatMap(textsIn),
  }),
)

describe('a screen that stands does not go away again', () => {
  // A page of a submission stands in its layout, which has fetched its own.
  const layout = 'submissions.layout'

  it.each(screens.map(screen => [relative(join(root, 'src/features'), screen.module), screen] as const))(
    'for messages that were not fetched beside its code: %s',
    (_, { module, scopes }) => {
      const used = modulesWith(module, 'at once').flatMap(file =>
        callsOf(parse(file).tree, 'useMessages').flatMap(args => args.flatMap(textsIn)),
      )
      expect(used).not.toEqual([])
      const there = [...everyScreen, ...scopes, ...(module.includes('/submissions/') ? [layout] : [])]
      expect([...new Set(used)].filter(scope => !there.includes(scope))).toEqual([])
    },
  )

  it('looks at every screen', () => {
    expect(screens.length).toBeGreaterThan(15)
  })
})
