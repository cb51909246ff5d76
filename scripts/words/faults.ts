import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messagesOf, scopes, source } from '../messages/catalogue.ts'
import { faultsOf } from './patterns.ts'
import { commentsOf, paragraphsOf, rulesetTextsOf, wordingsOf } from './texts.ts'

const root = join(import.meta.dirname, '../..')
const notesFile = join(import.meta.dirname, 'notes.json')

interface Notes {
  /** Messages that stay as they are, by "scope: key": the section that quotes them, or another reason. */
  allowed: Record<string, string>
  /** How many faults are left in a document, or in the comments of a folder. A count may only fall. */
  left: Record<string, number>
}

const readNotes = (): Notes => JSON.parse(readFileSync(notesFile, 'utf8'))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const files = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: path => /(^|\/)(node_modules|generated)$/.test(path) }).sort()

const faultsIn = (place: string, texts: readonly string[], isScreen = true): string[] =>
  texts.flatMap(text => faultsOf(text, { isScreen }).map(fault => `${place}: ${fault}\n    ${text}`))

const inMessages = (allowed: Notes['allowed']): string[] => {
  const known = scopes().flatMap(scope =>
    Object.entries(messagesOf(source, scope)).map(([key, message]) => [`${scope}: ${key}`, message] as const),
  )
  const names = new Set<string>(known.map(([name]) => name))
  return [
    ...known.flatMap(([name, message]) => (name in allowed ? [] : faultsIn(name, wordingsOf(message)))),
    ...Object.keys(allowed)
      .filter(name => !names.has(name))
      .map(name => `${name}: allowed, but there is no such message`),
  ]
}

/** Rulesets: a text is part of the content that is verified, so `npm run verify:rulesets` follows each correction. */
const inRulesets = (): string[] => [
  ...files('rulesets/*/*/**/*.yaml').flatMap(file => faultsIn(file, rulesetTextsOf(read(file)))),
  ...files('rulesets/*/*/guidance/*.md').flatMap(file => faultsIn(file, paragraphsOf(read(file)))),
]

/** A file of code counts with its folder, two levels deep: "src/features". */
const folderOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/')

/** The faults of each document, and of the comments of each folder. */
export const byPlace = (): Map<string, string[]> => {
  const documents = files(
    '{*.md,.github/**/*.md,{changes,docs,bench,scripts,packages,src,server,deploy}/**/*.md,rulesets/*.md}',
  )
  const code = files('{packages,src,server,scripts,bench,tests,e2e}/**/*.{ts,tsx,mjs}')
  const found = new Map(documents.map(file => [file, faultsIn(file, paragraphsOf(read(file)), false)]))
  for (const file of code) {
    const place = folderOf(file)
    found.set(place, [...(found.get(place) ?? []), ...faultsIn(file, commentsOf(read(file)), false)])
  }
  return found
}

/**
 * What is wrong with the words of this repository. Messages and rulesets: every fault that is not allowed. Documents
 * and comments: every place with more faults than are noted as left.
 */
export const wordFaults = (): string[] => {
  const { allowed, left } = readNotes()
  const more = [...byPlace()].filter(([place, faults]) => faults.length > (left[place] ?? 0))
  return [
    ...inMessages(allowed),
    ...inRulesets(),
    ...more.map(
      ([place, { length }]) =>
        `${place}: ${length} faults, but only ${left[place] ?? 0} are left. To see them: npm run words -- --show ${place}`,
    ),
  ]
}

/** Notes how many faults are left where there are fewer than before; a count never rises. */
export const lowerCounts = (): void => {
  const notes = readNotes()
  const left = [...byPlace()]
    .map(([place, { length }]) => [place, Math.min(length, notes.left[place] ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(notesFile, `${JSON.stringify({ ...notes, left: Object.fromEntries(left) }, null, 2)}\n`)
}
