import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { historyFaults } from './history.ts'

let folder: string
let project: string

const git = (...args: string[]): void => {
  const identity = [
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@localhost',
    '-c',
    'core.hooksPath=/dev/null',
  ]
  execFileSync('git', ['-C', project, ...identity, ...args], { stdio: 'ignore' })
}
const commit = (subject: string): void => git('commit', '--allow-empty', '--message', subject)
const addHook = (): void => {
  mkdirSync(join(project, '.ci'))
  writeFileSync(join(project, '.ci/commit-msg'), '')
  git('add', '.')
  commit('Check subjects')
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bedel-history-'))
  project = join(folder, 'project')
  mkdirSync(project)
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the check of the history', () => {
  it('names each faulty commit since the hook exists, and no earlier one', () => {
    git('init')
    commit('an earlier commit.')
    addHook()
    commit('Cache monitoring rows')
    commit('cache monitoring rows')
    expect(historyFaults(project)).toEqual({
      faults: [
        expect.stringMatching(
          /^\w{7,} "cache monitoring rows": the first character must be a capital letter$/,
        ),
      ],
    })
  })

  it('finds nothing right after the hook was added', () => {
    git('init')
    addHook()
    expect(historyFaults(project)).toEqual({ faults: [] })
  })

  it('leaves out merges and commits before the newest 50', () => {
    git('init')
    addHook()
    commit('a faulty commit')
    for (let count = 1; count < 50; count += 1) commit(`Commit ${count}`)
    expect(historyFaults(project)).toEqual({ faults: [expect.stringContaining('a faulty commit')] })
    commit('Commit 50')
    expect(historyFaults(project)).toEqual({ faults: [] })
    git('checkout', '-b', 'other', 'HEAD~1')
    commit('Commit of another branch')
    git('merge', '--no-ff', '--message', 'merge both', '-')
    expect(historyFaults(project)).toEqual({ faults: [] })
  })

  it('is skipped in a shallow clone', () => {
    git('init')
    addHook()
    commit('a faulty commit')
    const clone = join(folder, 'clone')
    execFileSync('git', ['clone', '--depth=1', pathToFileURL(project).href, clone], { stdio: 'ignore' })
    expect(historyFaults(clone)).toEqual({ skipped: 'a shallow clone' })
  })

  it('is skipped where the history has no hook', () => {
    git('init')
    commit('a faulty commit')
    expect(historyFaults(project)).toEqual({ skipped: 'no commit in the history adds .ci/commit-msg' })
  })

  it('is skipped in an archive, also inside another repository', () => {
    expect(historyFaults(project)).toEqual({ skipped: expect.stringContaining('not a git repository') })
    execFileSync('git', ['init', folder], { stdio: 'ignore' })
    expect(historyFaults(project)).toEqual({ skipped: 'no Git history of this project' })
  })
})
