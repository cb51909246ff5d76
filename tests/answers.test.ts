import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The page "Where to change what" names one place for each of ten changes. Each place is compared with the code. */
const root = join(import.meta.dirname, '..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** All files of ours that match, with what they say. */
const filesOf = (...patterns: string[]): { file: string; text: string }[] =>
  globSync(patterns, { cwd: root, exclude: ['src/messages/generated/**'] }).map(file => ({
    file,
    text: textOf(file),
  }))

const [, table = ''] = textOf('docs/develop/where.md').split('## Where would you change')
const answers = table
  .split('\n## ')[0]!
  .split('\n')
  .flatMap(line => {
    const [, what, place] = /^\| ([^|]+) \| (.+) \|$/.exec(line) ?? []
    return what === undefined || what === 'What' || place === undefined ? [] : [[what, place] as const]
  })

/** What stands in a place: of a folder, its files'. */
const contentOf = (path: string): string =>
  statSync(join(root, path)).isDirectory()
    ? globSync('**/*', { cwd: join(root, path), withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
        .join('\n')
    : textOf(path)

describe('where one would change', () => {
  it('ten things is said', () => {
    expect(answers.map(([what]) => what)).toHaveLength(10)
  })

  it.each(answers)('%s', (_, place) => {
    const quoted = [...place.matchAll(/`([^`]+)`/g)].map(([, text]) => text!)
    const paths = quoted.filter(text => text.includes('/')).map(path => path.replace('<language>', 'en'))
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter(path => !existsSync(join(root, path)))).toEqual([])
    // What is named beside a place stands in it; settings in capitals are the operator's, and commands are run.
    const names = quoted.filter(text => !text.includes('/') && !/^[A-Z_]+$|^npm run /.test(text))
    expect(names.filter(name => !paths.some(path => contentOf(path).includes(name)))).toEqual([])
  })
})

describe('and nowhere else', () => {
  const product = filesOf('{src,server}/**/*.{ts,tsx}').filter(
    // The decisions written a second time, samples and tests say it again on purpose.
    ({ file }) => !/^src[/\\](model|sample)|\.test\.|[/\\]testing[/\\]/.test(file),
  )
  const saying = (pattern: RegExp): string[] =>
    product.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

  it('is it decided by a country who approves', () => {
    expect(saying(/countryCode\s*[!=]==?\s*'/)).toEqual([])
    expect(saying(/\b(countriesWithRegulatorApproval|riskCodesWithoutAnalyst)\b/).toSorted()).toEqual([
      // Only asks: the demonstration plays those who approve.
      join('server', 'demonstration', 'cast.ts'),
      join('src', 'machines', 'approval-chain', 'rules.ts'),
      join('src', 'machines', 'submission-lifecycle', 'guards.ts'),
    ])
  })

  it('is it decided what a column of the monitoring table says', () => {
    const decided = join('src', 'domain', 'monitoringColumns.ts')
    const headings = textOf(decided).match(/'table\.columns\.\w+'/g) ?? []
    expect(headings).toHaveLength(12)
    const [file, screen] = [
      join('server', 'http', 'routes', 'monitoringCells.ts'),
      join('src', 'features', 'monitoring', 'columns.tsx'),
    ]
    expect(saying(/\bmonitoringColumns\b(?!\.ts)/).toSorted()).toEqual([file, decided, screen])
    for (const made of [file, screen]) {
      expect(headings.filter(heading => textOf(made).includes(heading))).toEqual([])
      expect(textOf(made)).not.toMatch(/\b(?:days|progress|standing|awaitingParty)(?:Since|Until|Label)\b/)
    }
  })

  it('is the limit of an upload put into words', () => {
    const said = filesOf('src/messages/en/*.json').flatMap(({ text }) =>
      Object.entries<string>(JSON.parse(text)).filter(([, words]) => /than the limit of/.test(words)),
    )
    expect(said.map(([key]) => key)).toEqual(['fileTooLarge'])
  })

  it('is a locale fixed, for what is shown or for its order', () => {
    const fixed =
      /I18nProvider locale="|toLocale\w+\(\s*'en|(Format|Collator|PluralRules)\(\s*'en|localeCompare\([^()]*,\s*'en|'en-GB'/
    expect(saying(fixed).toSorted()).toEqual([
      // Its short months are those that the specification writes.
      join('src', 'messages', 'formats.ts'),
      join('src', 'messages', 'order.ts'),
    ])
  })

  it('is a rule or a credibility report named: what is done with them follows from what stands in their files', () => {
    expect(saying(/['"]QR\.[A-Z]\w*\.\w+\./).toSorted()).toEqual([
      // For developers who read the description of the API.
      join('server', 'http', 'openapiExamples.ts'),
    ])
    const reports = filesOf('rulesets/student/*/reports/*.yaml').map(
      ({ text }) => /^code: (\w+)$/m.exec(text)?.[1],
    )
    expect(reports.length).toBeGreaterThan(10)
    expect(saying(new RegExp(`['"\`](?:${[...new Set(reports)].join('|')})['"\`]`)).toSorted()).toEqual([
      // The list of additional reports has one of that name, and one report has a reference file beside it.
      join('src', 'domain', 'additionalReports.ts'),
      join('src', 'domain', 'costCentres.ts'),
    ])
  })

  it('is it decided when a session is about to end, nor said', () => {
    expect(saying(/\bexpiringMs\b/).toSorted()).toEqual([
      join('src', 'domain', 'session.ts'),
      // Who shows it, and who renews the token.
      join('src', 'features', 'shell', 'Notices.tsx'),
      join('src', 'services', 'identity.ts'),
    ])
    expect(saying(/expiringMs = /)).toEqual([join('src', 'domain', 'session.ts')])
    const { 'session.expiring.text': words } = JSON.parse(textOf('src/messages/en/shell.json'))
    expect(words).toMatch(/\{seconds, plural/)
  })

  it('is a language loaded by its name', () => {
    expect(saying(/'en-XA'/).toSorted()).toEqual([join('src', 'messages', 'messages.ts')])
  })

  it('is a live message listed', () => {
    expect(saying(/discriminatedUnion\(\s*'type',\s*\[\s*(?:fileEvent|liveHello)/)).toEqual([
      join('src', 'domain', 'wire', 'live.ts'),
    ])
    expect(textOf('src/domain/wire/live.ts').match(/\bqueuePlaceEvent\b/g)).toHaveLength(2)
  })

  it('is a colour written', () => {
    const written = filesOf('src/**/*.{css,ts,tsx,svg}', 'server/**/*.css', 'public/**/*.svg').filter(
      ({ file, text }) =>
        !file.includes('.test.') &&
        /['":\s]#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgb|hsl|oklch)a?\(\s*[\d.]/i.test(
          text.replace(/\/\*[\s\S]*?\*\//g, ''),
        ),
    )
    expect(written.map(({ file }) => file).toSorted()).toEqual([
      // Both are compared with the roles, in scripts/contrast.test.ts.
      join('public', 'icon.svg'),
      join('src', 'machines', 'inspection', 'export', 'svg.ts'),
      join('src', 'ui', 'tokens.css'),
    ])
  })
})
