import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { lexer, type Token, type Tokens } from 'marked'
import type { GuidanceBlock, GuidanceInline } from '../../../src/domain/guidance.ts'
import type { EntityTable } from '../tables.ts'
import type { RulesetFault } from './fault.ts'

/** Guidance of a rule as it is written: `guidance/<code>.<version>.md`. */
export interface GuidanceFile {
  file: string
  text: string
}

/** The guidance of a ruleset folder; none where it has no such folder. */
export const readGuidance = async (folder: string): Promise<GuidanceFile[]> => {
  const names = await readdir(join(folder, 'guidance')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return Promise.all(
    names
      .filter(name => name.endsWith('.md'))
      .sort()
      .map(async name => ({
        file: `guidance/${name}`,
        text: await readFile(join(folder, 'guidance', name), 'utf8'),
      })),
  )
}

interface Reading {
  fields: ReadonlySet<string>
  fault: (message: string) => void
}

const fieldForm = /^[A-Z][A-Za-z]+\.[A-Z0-9_]+$/
/** A page of the portal: nothing that leads elsewhere, also not by two slashes. */
const ownPage = /^\/(?!\/)[\w/?#=&.-]*$/

/** What Markdown knows and guidance does not: it could not be shown, or would lead out of the portal. */
const inlineOf = (token: Token, reading: Reading): GuidanceInline[] => {
  switch (token.type) {
    case 'text':
    case 'escape':
      return [{ kind: 'text', text: token.text }]
    case 'strong':
    case 'em':
      return [{ kind: token.type === 'em' ? 'emphasis' : 'strong', text: token.text }]
    case 'br':
      return [{ kind: 'text', text: ' ' }]
    case 'codespan': {
      if (!fieldForm.test(token.text)) return [{ kind: 'code', text: token.text }]
      if (!reading.fields.has(token.text)) reading.fault(`There is no field ${token.text}.`)
      return [{ kind: 'field', text: token.text }]
    }
    case 'link': {
      if (!ownPage.test(token.href))
        reading.fault(`A link may lead to pages of the portal only: ${token.href}.`)
      return [{ kind: 'link', text: token.text, href: token.href }]
    }
    default:
      reading.fault(`Guidance is text, fields, code, emphasis and links: "${token.type}" is not.`)
      return []
  }
}

const inlines = (tokens: readonly Token[] | undefined, reading: Reading): GuidanceInline[] =>
  (tokens ?? []).flatMap(token => inlineOf(token, reading))

const itemOf = ({ tokens }: Tokens.ListItem, reading: Reading): GuidanceInline[] =>
  tokens.flatMap(token =>
    token.type === 'text' || token.type === 'paragraph'
      ? inlines((token as Tokens.Text).tokens, reading)
      : inlineOf(token, reading),
  )

const blockOf = (token: Token, reading: Reading): GuidanceBlock[] => {
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
    case 'paragraph':
      return [{ kind: token.type, content: inlines(token.tokens, reading) }]
    case 'list': {
      const { ordered, items } = token as Tokens.List
      return [{ kind: 'list', isOrdered: ordered, items: items.map(item => itemOf(item, reading)) }]
    }
    case 'code':
      return [{ kind: 'example', text: token.text }]
    default:
      reading.fault(`Guidance is headings, paragraphs, lists and examples: "${token.type}" is not.`)
      return []
  }
}

const linesIn = (text: string): number => text.split('\n').length - 1

/** Reads the guidance of one rule; what cannot be shown is a fault with its line. */
export const parseGuidance = (
  { file, text }: GuidanceFile,
  fields: ReadonlySet<string>,
  faults: RulesetFault[],
): GuidanceBlock[] => {
  let line = 1
  return lexer(text).flatMap(token => {
    const here = line
    line += linesIn(token.raw)
    return blockOf(token, { fields, fault: message => faults.push({ file, line: here, message }) })
  })
}

/** The guidance of each rule by the name of its file, without an ending. Guidance of no rule is a fault. */
export const guidanceOf = (
  files: readonly GuidanceFile[],
  rules: readonly { file: string }[],
  tables: readonly EntityTable[],
  faults: RulesetFault[],
): ReadonlyMap<string, GuidanceBlock[]> => {
  const fields = new Set(tables.flatMap(({ name, columns }) => columns.map(column => `${name}.${column}`)))
  const names = new Set(rules.map(({ file }) => basename(file, '.yaml')))
  const found = new Map<string, GuidanceBlock[]>()
  for (const guidance of files) {
    const name = basename(guidance.file, '.md')
    if (!names.has(name)) faults.push({ file: guidance.file, line: 1, message: `There is no rule ${name}.` })
    found.set(name, parseGuidance(guidance, fields, faults))
  }
  return found
}
