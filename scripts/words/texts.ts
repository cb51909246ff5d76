import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { parseAllDocuments } from 'yaml'

/** Every wording of a message: one for each arm, with X, or another text, in place of a value. */
export const wordingsOf = (message: string, value = 'X'): string[] => wordings(parse(message), value)

const wordings = (elements: readonly MessageFormatElement[], value: string): string[] => {
  let found = ['']
  for (const element of elements) {
    const ends = endsOf(element, value)
    // Beyond 64 the arms are read one by one: all combinations would be thousands, and say nothing more.
    if (found.length * ends.length > 64) found.push(...ends)
    else found = found.flatMap(beginning => ends.map(end => beginning + end))
  }
  return found
}

const endsOf = (element: MessageFormatElement, value: string): string[] => {
  if (element.type === TYPE.literal) return [element.value]
  if (element.type === TYPE.tag) return wordings(element.children, value)
  return 'options' in element
    ? Object.values(element.options).flatMap(arm => wordings(arm.value, value))
    : [value]
}

const plain = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`]*`/g, 'X')
    .replace(/[*_>#]+/g, '')
    .trim()

/** The paragraphs, list items, cells and headings of a Markdown text, without code. */
export const paragraphsOf = (markdown: string): string[] =>
  markdown
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.)\s?)/)
    .flatMap(block => (/^\s*\|/.test(block) ? block.split(/(?<!\\)\||<br>/) : [block]))
    .map(block => plain(block.replace(/\s+/g, ' ').replace(/^\s*(?:[-*]|\d+\.)\s+/, '')))
    .filter(text => /\p{L}/u.test(text))

/** Keys of a ruleset's files that hold text for people. */
const textKeys = new Set([
  'name',
  'requirement',
  'finding',
  'hint',
  'title',
  'details',
  'description',
  'about',
  'whatToLookOutFor',
  'tips',
  'text',
  'note',
])

const textsIn = (value: unknown, key?: string): string[] =>
  typeof value === 'string'
    ? key !== undefined && textKeys.has(key)
      ? [value]
      : []
    : Array.isArray(value)
      ? value.flatMap(item => (key === 'examples' ? [] : textsIn(item, key)))
      : value && typeof value === 'object'
        ? Object.entries(value).flatMap(([name, item]) => textsIn(item, name))
        : []

/** The texts for people in a YAML file of a ruleset. Throws where the YAML is not valid: a text is easily no text any longer. */
export const rulesetTextsOf = (yaml: string): string[] =>
  parseAllDocuments(yaml, { schema: 'failsafe' }).flatMap(document => {
    if (document.errors[0]) throw document.errors[0]
    return textsIn(document.toJS())
  })

/** Strings are taken first, so that one with // in it is no comment. */
const comment =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|(?:^|(?<=\s))\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*/g

/** The comments of a TypeScript file, without code. */
export const commentsOf = (code: string): string[] =>
  [...code.matchAll(comment)]
    .map(([found]) => found)
    .filter(found => found.startsWith('/'))
    .map(found =>
      plain(
        found
          .replace(/^\/\*+|\*+\/$/g, '')
          .replace(/^\s*(?:\*|\/\/)\s?/gm, '')
          .replace(/\{@link ([^}]*)\}|`[^`]*`/g, 'X')
          .replace(/\s+/g, ' '),
      ),
    )
