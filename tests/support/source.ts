import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

/** An import or re-export of a module. */
export interface Import {
  source: string
  isTypeOnly: boolean
  /** Whether it is fetched when it is first needed. */
  isLater: boolean
}

/** A node of a syntax tree. */
export interface AstNode {
  type: string
  source?: { value?: unknown } | null
  importKind?: string
  exportKind?: string
  [key: string]: unknown
}

export const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Every node of a syntax tree, each before those below it. */
export const nodesOf = (tree: AstNode): AstNode[] => {
  const nodes: AstNode[] = []
  const visit = (node: AstNode): void => {
    nodes.push(node)
    for (const value of Object.values(node))
      if (Array.isArray(value)) {
        for (const child of value) if (isNode(child)) visit(child)
      } else if (isNode(value)) visit(value)
  }
  visit(tree)
  return nodes
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

const langOf = (file: string): 'js' | 'ts' | 'tsx' => {
  if (/\.m?js$/.test(file)) return 'js'
  return file.endsWith('x') ? 'tsx' : 'ts'
}

interface Parsed {
  text: string
  tree: AstNode
}

/** Several tests ask for the same files, and none changes one. */
const parsed = new Map<string, Parsed>()

/** The syntax tree of code that is no file. */
export const parseText = (text: string): AstNode => parseAst(text, { lang: 'tsx' }) as unknown as AstNode

/** A file's text and its syntax tree. */
export const parse = (file: string): Parsed => {
  const known = parsed.get(file)
  if (known) return known
  const text = readFileSync(file, 'utf8')
  const made = { text, tree: parseAst(text, { lang: langOf(file) }) as unknown as AstNode }
  parsed.set(file, made)
  return made
}

/** Everything that a module imports, at once or later. */
export const importsOf = ({ text, tree }: Parsed): Import[] => {
  const types = typeOnlySources(text)
  const values = valueSources(text)
  return nodesOf(tree).flatMap(node => {
    const source = node.source?.value
    const isImport = [
      'ImportDeclaration',
      'ExportNamedDeclaration',
      'ExportAllDeclaration',
      'ImportExpression',
    ].includes(node.type)
    return isImport && typeof source === 'string'
      ? [
          {
            source,
            isTypeOnly: types.has(source) && !values.has(source),
            isLater: node.type === 'ImportExpression',
          },
        ]
      : []
  })
}

/** The modules of the product below a folder, without tests, galleries and what is for tests alone. */
export const filesBelow = (folder: string): string[] =>
  statSync(folder).isFile()
    ? [folder]
    : readdirSync(folder).flatMap(name => {
        const path = join(folder, name)
        if (statSync(path).isDirectory())
          return name === 'testing' || name === 'gallery' ? [] : filesBelow(path)
        return /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) ? [path] : []
      })

/** Every file below a folder that holds code: modules, tests and scripts; not what is generated. */
export const everyFileBelow = (folder: string): string[] =>
  statSync(folder).isFile()
    ? [folder]
    : readdirSync(folder).flatMap(name => {
        const path = join(folder, name)
        if (statSync(path).isDirectory()) return name === 'generated' ? [] : everyFileBelow(path)
        return /\.(?:tsx?|m?js)$/.test(name) ? [path] : []
      })
