import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a note can be about, in the order of the changelog. */
export const kinds = ['Breaking', 'Added', 'Changed', 'Fixed', 'Security'] as const
type Kind = (typeof kinds)[number]
const mostWords = 25

/** What is wrong with the text of a note; its form is in `changes/README.md`. */
export const noteFaults = (text: string): string[] => {
  const [change = '', operators, ...more] = text.trim().split(/\n\s*\n/)
  const found = /^(\w+): (\S[^\n]*)$/.exec(change)
  const [, kind = '', sentence = ''] = found ?? []
  return [
    ...(kinds.some(one => one === kind)
      ? []
      : [`must begin with ${kinds.join(', ')} and a colon, on one line`]),
    ...(found && !sentence.endsWith('.') ? ['must end with a full stop'] : []),
    ...(sentence.split(/\s+/).length > mostWords ? [`has more than ${mostWords} words`] : []),
    ...(operators !== undefined && !operators.startsWith('Operators: ')
      ? ['may have a second paragraph that begins with "Operators: "']
      : []),
    ...(more.length > 0 ? ['has more than two paragraphs'] : []),
  ]
}

/** What a note says. */
export interface Note {
  kind: Kind
  sentence: string
  /** What operators have to do; undefined if nothing. */
  operators: string | undefined
}

/** Reads the text of a note. Its form must be right (`noteFaults`). */
export const noteOf = (text: string): Note => {
  const [change = '', operators] = text.trim().split(/\n\s*\n/)
  const [kind = '', sentence = ''] = change.split(/: (.*)/s)
  return { kind: kind as Kind, sentence, operators: operators?.replace(/^Operators: /, '') }
}

/** A commit, as far as the check reads it. */
interface Commit {
  id: string
  message: string
  /** Paths that it changes. */
  paths: readonly string[]
}

const isProduct = (path: string): boolean =>
  /^(?:src|server|packages|rulesets)\//.test(path) && !/\.test\.tsx?$|\.md$/.test(path)
const isNote = (path: string): boolean => /^changes\/(?!README\.md$)[^/]+\.md$/.test(path)

/** The commits that change the product and neither have a note nor say that users notice nothing. */
export const commitsWithoutNote = (commits: readonly Commit[]): Commit[] =>
  commits.filter(
    ({ message, paths }) => paths.some(isProduct) && !paths.some(isNote) && !/^Changes: none$/m.test(message),
  )

/** The commits since the newest tag of a release; undefined if no release is tagged, or there is no history. */
const commitsSinceRelease = (folder: string): Commit[] | undefined => {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28,
    })
  try {
    const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*').trim()
    const log = git('log', '--no-merges', '--name-only', '--format=%x00%h%x01%B%x01', `${tag}..HEAD`)
    return log
      .split('\0')
      .slice(1)
      .map(entry => {
        const [id = '', message = '', paths = ''] = entry.split('\u0001')
        return { id, message, paths: paths.trim().split('\n') }
      })
  } catch {
    return undefined
  }
}

/** The paths of the notes of changes, in the order of their names. */
export const noteFiles = (folder: string): string[] =>
  globSync('changes/*.md', { cwd: folder }).filter(isNote).toSorted()

/** What is wrong with the notes of changes, and which commits since the last release lack one. */
export const changeFaults = (folder: string): string[] => {
  const lacking = commitsWithoutNote(commitsSinceRelease(folder) ?? [])
  return [
    ...noteFiles(folder).flatMap(file =>
      noteFaults(readFileSync(join(folder, file), 'utf8')).map(fault => `${file}: ${fault}`),
    ),
    ...lacking.map(
      ({ id, message }) =>
        `${id} "${message.split('\n')[0]}": needs a note in changes, or the line "Changes: none"`,
    ),
  ]
}
