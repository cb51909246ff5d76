import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type AstNode, isNode, parse } from './source.ts'

/*
 * Which messages a screen can come to make: its component is followed through everything that it uses, declaration by
 * declaration, as a bundler does that leaves out what nobody uses. A module as a whole says too much: `domain/labels.ts`
 * has labels of everything.
 */

/** A name of a module. */
interface Named {
  file: string
  name: string
}

interface Module {
  /** What is declared at the top, by name. */
  declared: Map<string, AstNode>
  imported: Map<string, Named>
  /** Names under which something goes out, and what stands behind them. */
  exported: Map<string, Named>
  /** Modules of which everything goes out. */
  passedOn: string[]
}

/** Parts that are fetched when they are first needed, and the scopes that come with them. */
export interface Later {
  file: string
  scopes: string[]
}

/** What one declaration says itself, and what else it uses. */
interface Said {
  scopes: string[]
  uses: string[]
  later: Later[]
}

/** Name for everything that a module exports. */
const everything = '*'

const isOfOurs = (file: string): boolean =>
  /\.tsx?$/.test(file) && !file.includes('/src/messages/') && existsSync(file)

const nameOf = (value: unknown): string => (isNode(value) ? String(value.name ?? value.value) : '')

const listOf = (value: unknown): AstNode[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** The node behind what TypeScript adds to a value; undefined for types, which leave no trace at run time. */
const valueBehind = (node: AstNode): AstNode | undefined => {
  if (!node.type.startsWith('TS')) return node
  return /As|Satisfies|NonNull|Instantiation/.test(node.type) && isNode(node.expression)
    ? valueBehind(node.expression)
    : undefined
}

/** The nodes right below one that stand for values: not the names of properties and attributes. */
const below = (node: AstNode): AstNode[] => {
  const isProperty = node.type === 'MemberExpression' ? 'property' : 'key'
  return Object.entries(node)
    .filter(([name]) => name !== isProperty || node.computed === true)
    .filter(([name]) => name !== 'name' || node.type !== 'JSXAttribute')
    .flatMap(([, value]) => (Array.isArray(value) ? listOf(value) : isNode(value) ? [value] : []))
    .flatMap(child => valueBehind(child) ?? [])
}

const everyValue = (node: AstNode): AstNode[] => [node, ...below(node).flatMap(everyValue)]

const namesIn = (pattern: unknown): string[] =>
  isNode(pattern)
    ? everyValue(pattern)
        .filter(({ type }) => type === 'Identifier')
        .map(nameOf)
    : []

/** What a statement at the top declares. */
const declarationsOf = (statement: AstNode): [string, AstNode][] => {
  if (statement.type === 'VariableDeclaration')
    return listOf(statement.declarations).flatMap(each =>
      namesIn(each.id).map((name): [string, AstNode] => [name, each]),
    )
  return /^(?:Function|Class)Declaration$/.test(statement.type) ? [[nameOf(statement.id), statement]] : []
}

const modules = new Map<string, Module>()

const moduleOf = (file: string): Module => {
  const known = modules.get(file)
  if (known) return known
  const found: Module = { declared: new Map(), imported: new Map(), exported: new Map(), passedOn: [] }
  modules.set(file, found)
  for (const statement of listOf(parse(file).tree.body)) {
    const source = statement.source?.value
    const from =
      typeof source === 'string' && source.startsWith('.') ? resolve(dirname(file), source) : undefined
    const specifiers = listOf(statement.specifiers)
    const target = from !== undefined && isOfOurs(from) ? from : undefined
    if (statement.type === 'ImportDeclaration' && target !== undefined)
      for (const each of specifiers) {
        const names = { ImportSpecifier: nameOf(each.imported), ImportDefaultSpecifier: 'default' }
        const name = names[each.type as keyof typeof names] ?? everything
        found.imported.set(nameOf(each.local), { file: target, name })
      }
    else if (statement.type === 'ExportAllDeclaration' && target !== undefined) found.passedOn.push(target)
    else if (/^Export(?:Named|Default)Declaration$/.test(statement.type)) {
      const own = isNode(statement.declaration) ? statement.declaration : undefined
      const isDefault = statement.type === 'ExportDefaultDeclaration'
      const declared =
        own && isDefault ? [['default', own] as [string, AstNode]] : own ? declarationsOf(own) : []
      for (const [name, node] of declared) {
        found.declared.set(name, node)
        found.exported.set(name, { file, name })
      }
      if (source === undefined || target !== undefined)
        for (const each of specifiers)
          found.exported.set(nameOf(each.exported), { file: target ?? file, name: nameOf(each.local) })
    } else for (const [name, node] of declarationsOf(statement)) found.declared.set(name, node)
  }
  return found
}

const callee = (node: AstNode): string => (node.type === 'CallExpression' ? nameOf(node.callee) : '')

const textsOf = (nodes: readonly AstNode[]): string[] =>
  nodes.flatMap(({ type, value }) => (type === 'Literal' && typeof value === 'string' ? [value] : []))

/** `load(() => import(…), 'scope', …)`: what is fetched, and the messages that come with it. */
const laterOf = (node: AstNode, folder: string): Later[] => {
  const [load, ...others] = node.type === 'CallExpression' ? listOf(node.arguments) : []
  const isLoad = node.type === 'ImportExpression' || load?.type === 'ArrowFunctionExpression'
  if (!isLoad) return []
  return everyValue(node.type === 'ImportExpression' ? node : load!)
    .filter(({ type }) => type === 'ImportExpression')
    .flatMap(({ source }) => {
      const file = typeof source?.value === 'string' ? resolve(folder, source.value) : ''
      return isOfOurs(file) ? [{ file, scopes: textsOf(others) }] : []
    })
}

const saidBy = (node: AstNode, folder: string): Said => {
  const said: Said = { scopes: [], uses: [], later: [] }
  const visit = (part: AstNode, isWithinLoad: boolean): void => {
    const later = isWithinLoad ? [] : laterOf(part, folder)
    said.later.push(...later)
    const [scope] = textsOf(listOf(part.arguments).slice(0, 1))
    if (callee(part) === 'message' && scope !== undefined) said.scopes.push(scope)
    if (/^(?:JSX)?Identifier$/.test(part.type)) said.uses.push(nameOf(part))
    for (const child of below(part)) visit(child, isWithinLoad || later.length > 0)
  }
  visit(node, false)
  return said
}

const known = new Map<string, Said>()

/** What stands behind a name of a module, in the module that declares it: nothing for names of packages. */
const behind = ({ file, name }: Named, seen = new Set<string>()): Named[] => {
  if (seen.has(`${file} ${name}`)) return []
  seen.add(`${file} ${name}`)
  const { declared, imported, exported, passedOn } = moduleOf(file)
  if (name === everything)
    return [...exported.keys()]
      .map((each): Named => ({ file, name: each }))
      .concat(passedOn.map(other => ({ file: other, name: everything })))
      .flatMap(each => behind(each, seen))
  if (declared.has(name)) return [{ file, name }]
  const elsewhere = exported.get(name) ?? imported.get(name)
  return elsewhere ? behind(elsewhere, seen) : passedOn.flatMap(other => behind({ file: other, name }, seen))
}

/** The scopes of the messages that a module's exports can make, each with a file that makes one, and what they fetch later. */
export const spokenBy = (file: string): { scopes: Map<string, string>; later: Later[] } => {
  const scopes = new Map<string, string>()
  const later: Later[] = []
  const seen = new Set<string>()
  const visit = (from: Named): void => {
    for (const { file: at, name } of behind(from)) {
      const key = `${at} ${name}`
      if (seen.has(key)) continue
      seen.add(key)
      const said = known.get(key) ?? saidBy(moduleOf(at).declared.get(name)!, dirname(at))
      known.set(key, said)
      for (const scope of said.scopes) scopes.set(scope, at)
      later.push(...said.later)
      for (const used of said.uses) visit({ file: at, name: used })
    }
  }
  visit({ file, name: everything })
  return { scopes, later }
}
