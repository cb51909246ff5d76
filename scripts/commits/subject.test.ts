import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { messageFaults, subjectFaults } from './subject.ts'

const longest = `Add ${'a'.repeat(68)}`

describe('the subject of a commit', () => {
  it.each([
    'Cache monitoring rows by last message id',
    'Browser test: wait for the step before its button is used',
    'Éire: use the local name',
    longest,
  ])('is accepted: %s', subject => expect(subjectFaults(subject)).toEqual([]))

  it.each([
    { subject: `${longest}a`, fault: '73 characters: at most 72' },
    { subject: 'cache monitoring rows', fault: 'the first character must be a capital letter' },
    { subject: '', fault: 'the first character must be a capital letter' },
    { subject: 'Cache monitoring rows.', fault: 'the last character must not be a full stop' },
    { subject: 'Let the page show its rows', fault: 'Let, Say, Have, Tell, Give: name what changes' },
    { subject: 'Upload: say which file is wrong', fault: 'Let, Say, Have, Tell, Give: name what changes' },
    { subject: 'Show where the file stands', fault: '"stands": is, applies, appears' },
    { subject: 'Load the page anew', fault: '"anew": again, fixed, also, now' },
  ])('is refused: $subject', ({ subject, fault }) => expect(subjectFaults(subject)).toEqual([fault]))
})

describe('the message that Git gives to its hook', () => {
  it('has the first paragraph as its subject, whatever the body says', () => {
    expect(messageFaults('Cache monitoring rows\n\nthe body stands here.\n')).toEqual([])
    expect(messageFaults('Cache rows\nof monitoring.\n')).toEqual([
      '"Cache rows of monitoring.": the last character must not be a full stop',
    ])
  })

  it('is read without comments and without the difference that `git commit -v` shows', () => {
    expect(messageFaults('# A comment\n\nCache rows\n# Another\n')).toEqual([])
    expect(messageFaults('Cache rows\n# ------ >8 ------\ndiff\n')).toEqual([])
  })

  it('may be for autosquash, which the check of the history refuses', () => {
    expect(messageFaults('fixup! Cache monitoring rows')).toEqual([])
    expect(subjectFaults('fixup! Cache monitoring rows')).not.toEqual([])
  })
})

describe('the hook .ci/commit-msg', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bedel-hook-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    { message: 'Cache monitoring rows', status: 0, printed: '' },
    {
      message: 'cache monitoring rows',
      status: 1,
      printed: '"cache monitoring rows": the first character must be a capital letter\n',
    },
  ])('ends with $status for "$message"', ({ message, status, printed }) => {
    const file = join(folder, 'COMMIT_EDITMSG')
    writeFileSync(file, `${message}\n\nA body.\n`)
    const hook = join(import.meta.dirname, '../../.ci/commit-msg')
    const ended = spawnSync(hook, [file], { cwd: folder, encoding: 'utf8' })
    expect(ended.stderr).toBe(printed)
    expect(ended.status).toBe(status)
  })
})
