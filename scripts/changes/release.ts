import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kinds, type Note, noteFiles, noteOf } from './notes.ts'

/** Which part of the version a release raises. */
export const levels = ['major', 'minor', 'patch'] as const
export type Level = (typeof levels)[number]

/** The version after this one. */
export const nextVersion = (version: string, level: Level): string => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  if (level === 'major') return `${major + 1}.0.0`
  return level === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

/** Why the notes of changes do not allow a release of this level (semantic versioning); undefined if they do. */
export const refusalOf = (notes: readonly Note[], level: Level): string | undefined => {
  const has = (kind: Note['kind']): boolean => notes.some(note => note.kind === kind)
  if (notes.length === 0) return 'There is nothing to release: "changes" has no notes.'
  if (has('Breaking') && level !== 'major')
    return 'A note is about a breaking change: release a major version.'
  if (has('Added') && level === 'patch') return 'A note is about an addition: release a minor version.'
  return undefined
}

/** The section of a version in the changelog. `date` is a calendar date, yyyy-MM-dd. */
export const changelogSection = (version: string, date: string, notes: readonly Note[]): string =>
  [
    `## ${version} – ${date}`,
    ...kinds.flatMap(kind => {
      const lines = notes.filter(note => note.kind === kind).map(({ sentence }) => `- ${sentence}`)
      return lines.length === 0 ? [] : [`### ${kind}`, lines.join('\n')]
    }),
  ].join('\n\n')

/** The section of a version in the release notes: which release runs alongside, and what operators have to do. */
export const operatorsSection = (version: string, former: string, notes: readonly Note[]): string => {
  const steps = notes.flatMap(({ operators }) => operators ?? []).map((step, at) => `${at + 1}. ${step}`)
  return [
    `## ${version}`,
    `Runs alongside: ${former}.`,
    steps.length === 0 ? 'Nothing to do before or after the upgrade.' : steps.join('\n'),
  ].join('\n\n')
}

/** Puts a section before that of the newest version. Throws if the file has no section. */
const addSection = (file: string, section: string): void => {
  const text = readFileSync(file, 'utf8')
  if (!/^## /m.test(text)) throw new Error(`${file} has no section of a version.`)
  writeFileSync(
    file,
    text.replace(/^## /m, () => `${section}\n\n## `),
  )
}

/** The notes of the changes since the last release. */
export const notesOf = (folder: string): Note[] =>
  noteFiles(folder).map(file => noteOf(readFileSync(join(folder, file), 'utf8')))

/** Moves the notes of changes into the changelog and into the release notes of operators. */
export const moveNotes = (folder: string, versions: { former: string; next: string }, date: string): void => {
  const notes = notesOf(folder)
  const { former, next } = versions
  addSection(join(folder, 'CHANGELOG.md'), changelogSection(next, date, notes))
  addSection(join(folder, 'docs/operate/release-notes.md'), operatorsSection(next, former, notes))
  for (const file of noteFiles(folder)) rmSync(join(folder, file))
}
