import { execFileSync } from 'node:child_process'
import { subjectFaults } from './subject.ts'

/** How many of the newest commits are checked. Nobody can correct the subject of a commit that landed long ago. */
const mostCommits = 50

/** The rules apply to commits after the one that added this file. */
const hook = '.ci/commit-msg'

/** What is wrong with the newest commits, or why the history here does not show it. */
export type HistoryFaults = { faults: string[] } | { skipped: string }

/**
 * What is wrong with the subjects of the newest commits since the hook exists. Skipped in an archive without history,
 * in a shallow clone, and where Git is missing.
 *
 * @param folder the top folder of a checkout
 */
export const historyFaults = (folder: string): HistoryFaults => {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 26,
    }).trim()
  try {
    if (git('rev-parse', '--show-prefix') !== '') return { skipped: 'no Git history of this project' }
    if (git('rev-parse', '--is-shallow-repository') === 'true') return { skipped: 'a shallow clone' }
    const introduced = git('log', '--diff-filter=A', '--max-count=1', '--format=%H', '--', hook)
    if (introduced === '') return { skipped: `no commit in the history adds ${hook}` }
    const commits = git(
      'log',
      '--no-merges',
      `--max-count=${mostCommits}`,
      '--format=%h %s',
      `${introduced}..HEAD`,
    )
    return { faults: commits.split('\n').flatMap(faultsOfLine) }
  } catch (error) {
    return { skipped: firstLineOf(error) }
  }
}

/** What is wrong with a commit, from a line of `git log`: its short hash and its subject. */
const faultsOfLine = (line: string): string[] => {
  const [id = '', ...words] = line.split(' ')
  if (id === '') return []
  const subject = words.join(' ')
  return subjectFaults(subject).map(fault => `${id} "${subject}": ${fault}`)
}

/** What Git printed before it failed, or that it could not be started. */
const firstLineOf = (error: unknown): string => {
  const { stderr, message } = error as { stderr?: string; message: string }
  return (stderr?.trim() || message).split('\n')[0] ?? ''
}
