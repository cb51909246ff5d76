import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Note } from './notes.ts'
import { moveNotes, nextVersion, refusalOf } from './release.ts'

const note = (kind: Note['kind']): Note => ({ kind, sentence: 'Something.', operators: undefined })

it.each([
  ['major', '2.0.0'],
  ['minor', '1.5.0'],
  ['patch', '1.4.3'],
] as const)('the %s version after 1.4.2 is %s', (level, next) => {
  expect(nextVersion('1.4.2', level)).toBe(next)
})

describe('a release', () => {
  it.each([
    ['patch', [], 'has no notes'],
    ['minor', [note('Breaking'), note('Fixed')], 'release a major version'],
    ['patch', [note('Added')], 'release a minor version'],
  ] as const)('is refused: %s with %o', (level, notes, reason) => {
    expect(refusalOf(notes, level)).toContain(reason)
  })

  it.each([
    ['patch', [note('Fixed'), note('Security'), note('Changed')]],
    ['minor', [note('Added'), note('Fixed')]],
    ['major', [note('Breaking')]],
  ] as const)('is allowed: %s with %o', (level, notes) => {
    expect(refusalOf(notes, level)).toBeUndefined()
  })
})

describe('the notes of a release', () => {
  let folder: string
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text)
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8')

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bedel-release-'))
    mkdirSync(join(folder, 'changes'))
    mkdirSync(join(folder, 'docs/operate'), { recursive: true })
    write('CHANGELOG.md', '# Changelog\n\nFor users.\n\n## 1.0.0 – 2026-12-01\n\nThe first release.\n')
    write('docs/operate/release-notes.md', '# Release notes\n\n## 1.0.0\n\nRuns alongside: 1.0.0.\n')
    write('changes/README.md', '# Notes of changes\n')
    write('changes/parts.md', 'Added: Large files continue.\n\nOperators: set `UPLOAD_AT_ONCE_BYTES`.\n')
    write('changes/dates.md', 'Fixed: Deadlines have the time of London.\n')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('move into the changelog by kind, and what operators do into their notes', () => {
    moveNotes(folder, { former: '1.0.0', next: '1.1.0' }, '2027-01-15')
    expect(read('CHANGELOG.md')).toBe(
      '# Changelog\n\nFor users.\n\n## 1.1.0 – 2027-01-15\n\n### Added\n\n- Large files continue.\n\n' +
        '### Fixed\n\n- Deadlines have the time of London.\n\n## 1.0.0 – 2026-12-01\n\nThe first release.\n',
    )
    expect(read('docs/operate/release-notes.md')).toBe(
      '# Release notes\n\n## 1.1.0\n\nRuns alongside: 1.0.0.\n\n1. set `UPLOAD_AT_ONCE_BYTES`.\n\n' +
        '## 1.0.0\n\nRuns alongside: 1.0.0.\n',
    )
    expect(existsSync(join(folder, 'changes/parts.md'))).toBe(false)
    expect(existsSync(join(folder, 'changes/README.md'))).toBe(true)
  })
})
