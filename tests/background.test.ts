import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type AstNode, filesBelow, isNode, nodesOf, parse } from './support/source.ts'

const root = join(import.meta.dirname, '..')
const mechanism = 'server/background.ts'

/** Timers that ask no database and run nothing that can reject, with what they are for. */
const ownTimers: Record<string, string> = {
  'server/analysis/database.ts': 'interrupts statements of DuckDB',
  'server/analysis/freedMemory.ts': 'gives memory back',
  'server/database/embedded.ts': 'ends the process when its data folder was removed',
  'server/http/connection.ts': 'ends slow requests',
  'server/publishing/checking/memoryWatch.ts': 'ends the process of a check that takes too much memory',
}

const nameOf = (node: unknown): string =>
  isNode(node) ? String((node.type === 'MemberExpression' ? nameOf(node.property) : node.name) ?? '') : ''

const isCallOf = (node: unknown, ...names: string[]): node is AstNode =>
  isNode(node) && node.type === 'CallExpression' && names.includes(nameOf(node.callee))

const argumentOf = (node: AstNode): AstNode | undefined => (node.arguments as AstNode[])[0]

/** Names of functions of a file that are asynchronous. */
const asynchronousIn = (nodes: readonly AstNode[]): Set<string> =>
  new Set(
    nodes.flatMap(({ type, id, init }) =>
      type === 'VariableDeclarator' && isNode(init) && init.async === true ? [nameOf(id)] : [],
    ),
  )

/** Nodes below which a promise is somebody's: awaited, returned, or handed on. */
const takers: Record<string, readonly string[]> = {
  AwaitExpression: ['argument'],
  ReturnStatement: ['argument'],
  ArrowFunctionExpression: ['body'],
  ConditionalExpression: ['consequent', 'alternate'],
  CallExpression: ['arguments'],
  ArrayExpression: ['elements'],
}

/** Calls in a chain, the last one first. */
const chainOf = (call: unknown): AstNode[] =>
  isNode(call) && isNode(call.callee) ? [call, ...chainOf(call.callee.object)] : []

/** Handlers of faults that may fail themselves, of promises that nobody takes: `run().catch(async error => report(error))`. */
const failingHandlersIn = (
  nodes: readonly AstNode[],
  isAsynchronous: (work?: AstNode) => boolean,
): AstNode[] => {
  const taken = new Set(
    nodes
      .flatMap(node => (takers[node.type] ?? []).flatMap(key => node[key]))
      .flatMap(value => [...chainOf(value)]),
  )
  return nodes.filter(node => isCallOf(node, 'catch') && !taken.has(node) && isAsynchronous(argumentOf(node)))
}

/** Statements that start something and log its fault themselves. */
const loggingIn = (nodes: readonly AstNode[]): AstNode[] =>
  nodes.flatMap(({ type, expression }) =>
    type === 'ExpressionStatement'
      ? chainOf(expression).filter(
          call =>
            isCallOf(call, 'catch', 'then') &&
            (call.arguments as AstNode[]).some(handler =>
              nodesOf(handler).some(node => isNode(node.callee) && nameOf(node.callee.object) === 'log'),
            ),
        )
      : [],
  )

/** What a file starts beside its callers. */
const startedIn = (file: string): string[] => {
  const path = relative(root, file)
  if (path === mechanism) return []
  const nodes = nodesOf(parse(file).tree)
  const asynchronous = asynchronousIn(nodes)
  const isAsynchronous = (work?: AstNode): boolean => work?.async === true || asynchronous.has(nameOf(work))
  return [
    ...nodes.filter(node => isCallOf(node, 'setInterval') && ownTimers[path] === undefined),
    ...nodes.filter(node => isCallOf(node, 'setTimeout') && isAsynchronous(argumentOf(node))),
    ...failingHandlersIn(nodes, isAsynchronous),
    ...loggingIn(nodes),
  ].map(node => `${path}: ${nameOf(node.callee)}`)
}

describe('work that nobody waits for', () => {
  it('is started by one mechanism, which handles its faults', () => {
    expect(filesBelow(join(root, 'server')).flatMap(startedIn)).toEqual([])
  })

  it('has no timer of its own that is gone', () => {
    const withTimers = filesBelow(join(root, 'server')).filter(file =>
      nodesOf(parse(file).tree).some(node => isCallOf(node, 'setInterval')),
    )
    const found = withTimers.map(file => relative(root, file)).filter(path => path !== mechanism)
    expect(found.toSorted()).toEqual(Object.keys(ownTimers).toSorted())
  })
})
