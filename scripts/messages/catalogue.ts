import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
export const folder = join(root, 'src/messages')

/** The language that every message is written in first. */
export const source = 'en'
/** Made from English by the compiler, to find text that is not in the catalogue and text that does not fit. */
export const pseudoLanguage = 'en-XA'

/** The languages with a folder of their own, English first. */
export const languages = (): string[] => [
  source,
  ...readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && entry.name !== 'generated' && entry.name !== source)
    .map(({ name }) => name),
]

/** The parts of the catalogue: one file for each screen or area. */
export const scopes = (): string[] =>
  readdirSync(join(folder, source))
    .filter(name => name.endsWith('.json'))
    .map(name => name.replace(/\.json$/, ''))
    .sort()

/** The messages of a scope by key; none where the language has no such file yet. */
export const messagesOf = (language: string, scope: string): Record<string, string> => {
  const file = join(folder, language, `${scope}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
