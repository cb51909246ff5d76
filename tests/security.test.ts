import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { missingOf, rowsOf, testsIn } from './support/namedTests.ts'

/**
 * The tests that SECURITY.md names: for each promise by file; for each threat and each chapter of the ASVS by file and title. All
 * are there.
 */
const root = join(import.meta.dirname, '..')
const document = readFileSync(join(root, 'SECURITY.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

const threats = rowsOf(document, '## Whom we expect').slice(1)
const chapters = rowsOf(document, '## OWASP ASVS 5.0, level 2').slice(1)
/** TLS is the operator's, and WebRTC is not used. */
const untested = ['V12', 'V17']

/** What we hold ourselves to: each row names the tests that show it among its sentences. */
const promises = rowsOf(document, '## What we hold ourselves to').slice(1)

/** What stands in backticks in a text. */
const quotedIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted)
const isTest = (path: string): boolean => /\.(?:test\.tsx?|e2e\.ts)$/.test(path)

interface Shown {
  what: string
  shown: string
}
const all: Shown[] = [
  ...threats.map(([what = '', , shown = '']) => ({ what, shown })),
  ...chapters.map(([what = '', , shown = '']) => ({ what, shown })),
]

describe('SECURITY.md', () => {
  it('names every threat and chapter once', () => {
    expect(threats.length).toBeGreaterThan(10)
    expect(chapters.map(([name = '']) => name.split(' ')[0])).toEqual(
      Array.from({ length: 17 }, (_, at) => `V${at + 1}`),
    )
    expect(new Set(all.map(({ what }) => what)).size).toBe(all.length)
  })

  it.each(promises.map(([what = '', how = '']) => ({ what, how })))(
    'names what shows that it is kept: $what',
    ({ how }) => {
      expect(quotedIn(how).filter(isTest)).not.toEqual([])
    },
  )

  it('names no file and no command that there is none of', () => {
    const quoted = quotedIn(document)
    const paths = quoted.filter(text =>
      /^(?:src|server|tests|e2e|scripts|docs|deploy)(?:\/[\w.-]+)+$/.test(text),
    )
    expect(paths.length).toBeGreaterThan(50)
    expect(paths.filter(path => !existsSync(join(root, path)))).toEqual([])
    const commands = quoted.flatMap(text => /^npm run ([\w:]+)$/.exec(text)?.[1] ?? [])
    expect(commands.filter(name => !(name in scripts))).toEqual([])
  })

  it.each(all)('names what shows it, and that is there: $what', ({ what, shown }) => {
    if (untested.includes(what.split(' ')[0] ?? '')) {
      expect(shown).toBe('–')
      return
    }
    const parts = shown.split('<br>')
    const commands = parts.flatMap(part => /^`npm run ([\w:]+)`$/.exec(part)?.[1] ?? [])
    const tests = testsIn(shown)
    expect(tests.length).toBeGreaterThan(0)
    // Nothing stands there that nobody would look at again.
    expect(tests.length + commands.length).toBe(parts.length)
    expect(commands.filter(name => !(name in scripts))).toEqual([])
    expect(missingOf(tests)).toEqual([])
  })
})
