import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type AstNode, filesBelow, isNode, nodesOf, parse } from './support/source.ts'

const root = join(import.meta.dirname, '..')

/** Packages whose connections can be lost, with what they make and the one file that makes it. */
const connecting: Record<string, { makes: readonly string[]; file: string }> = {
  pg: {
    makes: ['Pool', 'Client', 'Connection', 'native', 'default'],
    file: 'server/database/connections.ts',
  },
  'pg-boss': { makes: ['PgBoss', 'default'], file: 'server/jobs/boss.ts' },
}

const nameOf = (node: unknown): string =>
  isNode(node) ? String((node.type === 'MemberExpression' ? nameOf(node.property) : node.name) ?? '') : ''

/** Names that an import brings in for use at run time; 'default' is also the whole of a package. */
const valuesOf = ({ type, importKind, exportKind, specifiers }: AstNode): string[] => {
  if (importKind === 'type' || exportKind === 'type') return []
  if (type !== 'ImportDeclaration') return ['default']
  return (Array.isArray(specifiers) ? specifiers.filter(isNode) : []).flatMap(specifier => {
    if (specifier.type !== 'ImportSpecifier') return ['default']
    return specifier.importKind === 'type' ? [] : [nameOf(specifier.imported)]
  })
}

/** Makers of connections that a file imports although it is not their place. */
const makersIn = (file: string): string[] =>
  [...nodesOf(parse(file).tree)].flatMap(node => {
    const maker = connecting[String(node.source?.value ?? '')]
    if (!maker || relative(root, file) === maker.file) return []
    return valuesOf(node)
      .filter(name => maker.makes.includes(name))
      .map(name => `${relative(root, file)} imports ${name} of ${String(node.source?.value)}`)
  })

/** Pools, clients and queues that a file makes without a name, or without listening to their errors. */
const unheardIn = (file: string): string[] => {
  const { tree } = parse(file)
  const nodes = nodesOf(tree)
  const isMade = (node: unknown): node is AstNode =>
    isNode(node) &&
    node.type === 'NewExpression' &&
    ['Pool', 'Client', 'PgBoss'].includes(nameOf(node.callee))
  const heard = new Set(
    nodes.flatMap(({ type, callee, arguments: given }) => {
      const isOnError =
        type === 'CallExpression' &&
        nameOf(callee) === 'on' &&
        (given as { value?: unknown }[])[0]?.value === 'error'
      return isOnError ? [nameOf((callee as AstNode).object)] : []
    }),
  )
  const named = nodes.filter(({ type, init }) => type === 'VariableDeclarator' && isMade(init))
  const made = nodes.filter(isMade).length
  return [
    ...named.map(({ id }) => nameOf(id)).filter(name => !heard.has(name)),
    ...(made === named.length ? [] : ['one without a name']),
  ].map(name => `${relative(root, file)}: ${name}`)
}

describe('a connection that is lost ends no process: it has a listener for its errors', () => {
  const files = ['server', 'scripts', 'bench'].flatMap(folder => filesBelow(join(root, folder)))

  it('connections are made in one place each', () => {
    expect(files.flatMap(makersIn)).toEqual([])
  })

  it('and listened to there', () => {
    expect(files.flatMap(unheardIn)).toEqual([])
  })
})
