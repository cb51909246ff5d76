import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { missingOf, rowsOf, testsIn } from './support/namedTests.ts'

/** The tests of SECURITY.md: each boundary names files; each threat and each chapter of the ASVS names files and titles. All exist. */
const root = join(import.meta.dirname, '..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const policy = textOf('SECURITY.md')
const evidence = textOf('docs/develop/security-tests.md')
const standard = textOf('docs/develop/asvs.md')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

const threats = rowsOf(evidence, '## Threats').slice(1)
const chapters = rowsOf(standard, '## Chapters').slice(1)
/** TLS is the operator's, and WebRTC is not used. */
const untested = ['V12', 'V17']

const promises = rowsOf(evidence, '## What we protect').slice(1)

/** What stands in backticks in a text. */
const quotedIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted)
const isTest = (path: string): boolean => /\.(?:test\.tsx?|e2e\.ts)$/.test(path)

interface Shown {
  what: string
  shown: string
}
const all: Shown[] = [
  ...threats.map(([what = '', shown = '']) => ({ what, shown })),
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

  it('has the boundaries and threats that the page of tests has', () => {
    for (const heading of ['## What we protect', '## Threats']) {
      const names = (text: string) =>
        rowsOf(text, heading)
          .slice(1)
          .map(([name]) => name)
      expect(names(policy)).toEqual(names(evidence))
    }
  })

  it.each(promises.map(([what = '', how = '']) => ({ what, how })))(
    'names what shows that it is kept: $what',
    ({ how }) => {
      expect(quotedIn(how).filter(isTest)).not.toEqual([])
    },
  )

  it('names no file and no command that there is none of', () => {
    const quoted = quotedIn([policy, evidence, standard].join('\n'))
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
