import { type Document, parseDocument, stringify } from 'yaml'
import { type RuleTexts, ruleFields } from '../../src/domain/ruleSource.ts'
import { message } from '../../src/messages/message.ts'
import { yamlReason } from '../analysis/index.ts'
import { refusedFile } from './refusedFiles.ts'

/** Every scalar is text, as the rulesets are read; long lines stay as they are written. */
const asText = { schema: 'failsafe' } as const
const wide = { lineWidth: 0 } as const

const pathOf = (id: string): string[] => id.split('.')

const yamlOf = (document: Document, id: string): string | undefined => {
  const node = document.getIn(pathOf(id), true)
  return node === undefined ? undefined : stringify(node, { ...asText, ...wide }).trimEnd()
}

/** What can be changed of a rule's file, as texts. */
export const textsOf = (file: string): RuleTexts => {
  const document = parseDocument(file, asText)
  return Object.fromEntries(
    ruleFields.flatMap(({ id, kind }) => {
      const text = kind === 'yaml' ? yamlOf(document, id) : document.getIn(pathOf(id))
      // These may be added to a rule that has none.
      const known = text ?? (id === 'guidance' || id === 'hint' || id === 'specialist' ? '' : undefined)
      return known === undefined ? [] : [[id, String(known)]]
    }),
  )
}

/** The file with other texts; all else in it stays as it is. Throws RefusedFiles where a text is not YAML that has to be. */
export const withTexts = (name: string, file: string, texts: RuleTexts): string => {
  const document = parseDocument(file, asText)
  for (const { id, kind } of ruleFields) {
    const text = texts[id]
    if (text === undefined) continue
    if (text.trim() === '') document.deleteIn(pathOf(id))
    else if (kind === 'yaml') {
      const part = parseDocument(text, { ...asText, prettyErrors: false })
      const [error] = part.errors
      if (error)
        throw refusedFile(
          name,
          1,
          message('specification', 'rule.yaml', { field: id, reason: yamlReason(error) }),
        )
      document.setIn(pathOf(id), part.contents)
    } else document.setIn(pathOf(id), text.trim())
  }
  return document.toString(wide)
}

/** The manifest with another version; all else in it stays as it is. */
export const withVersion = (manifest: string, version: string): string => {
  const document = parseDocument(manifest, asText)
  document.set('version', version)
  return document.toString(wide)
}
