import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow, isNode, nodesOf, parse } from './support/source.ts'

const root = join(import.meta.dirname, '..')

/** What a file does that only the decider may do. */
const decidingIn = (file: string): string[] => {
  const { text, tree } = parse(file)
  const isNamed = (node: unknown, name: string): boolean =>
    isNode(node) && node.type === 'Identifier' && node.name === name
  const found = nodesOf(tree).flatMap(({ type, callee, imported }) => {
    if (type === 'CallExpression' && isNode(callee) && isNamed(callee.property, 'step')) return ['step()']
    if (type !== 'ImportSpecifier') return []
    return ['step', 'recordRefusal', 'recordChartEvent']
      .filter(name => isNamed(imported, name))
      .map(name => `${name}()`)
  })
  return /\b(insert into|insertInto\(')\s*chart_event\b/.test(text)
    ? [...found, 'insert into chart_event']
    : found
}

describe('the decider', () => {
  /** Files with refusals that no enforced chart decides. */
  const refusing = [
    // Limits and rights of the routes.
    'server/http/audit.ts',
    'server/identity/users.ts',
    // Rules of `src/domain` about what has no chart: notes, signed forms and providers.
    'server/issues/notes.ts',
    'server/lifecycle/signedForms.ts',
    'server/providers/providers.ts',
    // Whether the issues of all reports may be raised at once; the chart decides about each issue.
    'server/issues/raising.ts',
  ]
  const isDecider = (file: string) => file.startsWith('server/decisions/')
  const files = filesBelow(join(root, 'server')).map(file => relative(root, file))

  it('is the only one that takes steps of enforced charts, writes their histories and audits their refusals', () => {
    const faults = files
      .filter(file => !isDecider(file))
      .flatMap(file => decidingIn(join(root, file)).map(what => `${file}: ${what}`))
    expect(faults.toSorted()).toEqual(refusing.map(file => `${file}: recordRefusal()`).toSorted())
  })

  it('does each of these, so the rule finds them', () => {
    const done = files.filter(isDecider).flatMap(file => decidingIn(join(root, file)))
    expect(new Set(done)).toEqual(
      new Set(['step()', 'recordRefusal()', 'recordChartEvent()', 'insert into chart_event']),
    )
  })
})

/** What begins a statement of Kysely. */
const builders = [
  'selectFrom',
  'selectNoFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'replaceInto',
]

/** The queries that a file holds: templates of `sql`, and statements of the query builder. */
const queriesOf = ({ tree }: Pick<ReturnType<typeof parse>, 'tree'>): string[] =>
  nodesOf(tree).flatMap(({ type, tag, property }) => {
    const named = (node: unknown): unknown =>
      isNode(node) && node.type === 'Identifier' ? node.name : undefined
    if (type === 'TaggedTemplateExpression' && named(tag) === 'sql') return ['sql``']
    const member = type === 'MemberExpression' ? named(property) : undefined
    return typeof member === 'string' && builders.includes(member) ? [`${member}()`] : []
  })

describe('routes only translate', () => {
  it('no file of server/http holds a query: the room that owns the table does', () => {
    const files = filesBelow(join(root, 'server/http'))
    expect(files.length).toBeGreaterThan(0)
    const faults = files.flatMap(file =>
      queriesOf(parse(file)).map(query => `${relative(root, file)}: ${query}`),
    )
    expect(faults).toEqual([])
  })

  it('no route refuses for want of a right by itself: the line of audit is written where the refusal is made', () => {
    const withTheLine = ['server/http/route.ts', 'server/http/routes/submissionAccess.ts']
    const refusing = filesBelow(join(root, 'server/http')).filter(file =>
      /problem\(\s*'forbidden'/.test(parse(file).text),
    )
    expect(refusing.map(file => relative(root, file)).toSorted()).toEqual(withTheLine)
  })

  it('finds the queries of a room that holds both kinds', () => {
    const found = queriesOf(parse(join(root, 'server/issues/attachments.ts')))
    expect(found).toContain('sql``')
    expect(found).toContain('insertInto()')
  })
})

describe('internals of libraries', () => {
  /** What a library does not promise, the one file that reads it, and the test that fails if another version changes it. */
  const internals: readonly (readonly [what: string, pattern: RegExp, file: string, test: string])[] = [
    ['the tables of pg-boss', /\bpgboss\.\w/, 'server/jobs/bossTables.ts', 'tests/server/queueTable.test.ts'],
    [
      'the definitions and parsers of zod',
      /\._zod\b|\bZodObjectJIT\b/,
      'server/http/compiledSchema.ts',
      'server/http/compiledSchema.test.ts',
    ],
    [
      'the form of a document of pdfkit',
      /\b_root\b/,
      'server/http/forms/taggedPdf.ts',
      'server/http/forms/signOffForm.test.ts',
    ],
    [
      "Kysely's executor",
      /\bgetExecutor\(|\bwithConnectionProvider\b/,
      'server/database/together.ts',
      'tests/server/reads.test.ts',
    ],
    [
      "the scope of XState's actors",
      /\bAnyActorScope\b/,
      'src/machines/support/stepping.ts',
      'src/machines/support/stepping.test.ts',
    ],
    [
      "the nodes of XState's snapshots and the transitions of its steps",
      /\._nodes\b|\._transitions\b/,
      'src/machines/support/xstateInternals.ts',
      'src/machines/support/xstateInternals.test.ts',
    ],
  ]
  const files = ['server', 'src/machines', 'src/model']
    .flatMap(folder => filesBelow(join(root, folder)))
    .filter(file => !/\.test\.ts$|\/releases\//.test(file))

  it.each(internals)(
    '%s are read by one file, which names the test that holds them',
    (_, pattern, file, test) => {
      const reading = files.filter(one => pattern.test(readFileSync(one, 'utf8')))
      expect(reading.map(one => relative(root, one))).toEqual([file])
      const named = readFileSync(join(root, file), 'utf8')
      expect([test, basename(test)].some(name => named.includes(`\`${name}\``))).toBe(true)
      expect(existsSync(join(root, test))).toBe(true)
    },
  )
})

describe('transactions that meet do not end each other', () => {
  const files = filesBelow(join(root, 'server')).filter(file => !/\.test\.ts$/.test(file))
  const matching = (pattern: RegExp): string[] =>
    files.flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(new RegExp(pattern, 'g'))].map(() => relative(root, file)),
    )

  it('transactions begin where they are repeated; the migrations run alone', () => {
    expect([...new Set(matching(/\.transaction\(\)|\bstartTransaction\(/))].toSorted()).toEqual([
      'server/database/migrate.ts',
      'server/database/scope.ts',
    ])
  })

  it('live messages are stored by one statement, once, as a last step of their transaction', () => {
    expect(
      matching(/(?:insert\s+into|insertInto\(|update|updateTable\()\s*'?live_(?:message|sequence)\b/),
    ).toEqual(['server/live/publish.ts', 'server/live/publish.ts'])
    const { text } = parse(join(root, 'server/live/publish.ts'))
    expect(text.match(/\bstore\(tx/g)).toHaveLength(1)
    expect(text).toMatch(
      /if \(known\) return void known\.push.*\n.*\n\s*beforeCommit\(tx, \(\) => store\(tx, outbox\)\)/,
    )
  })
})

describe('statements', () => {
  it('no SQL names a state by its number: charts and src/domain say which states are meant', () => {
    const numbered = filesBelow(join(root, 'server'))
      .filter(file => !/\.test\.ts$/.test(file))
      .flatMap(file =>
        [...readFileSync(file, 'utf8').matchAll(/\b(?:status|state)_id\s*(?:=|<>|in\s*\()\s*\d.*/g)].map(
          ([found]) => `${relative(root, file)}: ${found}`,
        ),
      )
    expect(numbered).toEqual([])
  })
})

describe('the student record', () => {
  /** What only its content knows: its folders, root element and identifiers. */
  const ofStudents = /\b(?:schemas|rulesets)\/student\b|\bDataFutures\b|\bSID\b|\bNUMHUS\b|\bHUSID\b/
  const isOutside = (file: string) =>
    !/\.test\.tsx?$/.test(file) &&
    !file.startsWith('src/sample/') &&
    // Samples of events for the test models.
    !file.startsWith('src/model/') &&
    !file.startsWith('src/messages/') &&
    !file.startsWith('server/demonstration/') &&
    !file.includes('/testing/')
  /** Comments may give examples. */
  const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

  it('stays in its schemas, rulesets, samples and the demonstration (decisions §17)', () => {
    const files = ['src', 'server']
      .flatMap(room => filesBelow(join(root, room)))
      .map(file => relative(root, file))
    expect(files.length).toBeGreaterThan(1000)
    const found = files
      .filter(isOutside)
      .filter(file => ofStudents.test(withoutComments(readFileSync(join(root, file), 'utf8'))))
    expect(found).toEqual([])
  })

  /** Messages of parts that only a record with them has: transfers, expected population, NSS, cost centres, and the terms of all. */
  const ofParts: Readonly<Record<string, RegExp>> = {
    'submissions.additional-reports': /^(?:transfers|in|out|conpop|nss|students|titles)\./,
    'submissions.qualityParts': /^additional\.needs\./,
    'management.audit': /^did\.TRANSFER_/,
    server: /^(?:transfersIn|credibility\.flags)\./,
    notices: /^(?:title|kind)\.transfer/,
    lifecycle: /^(?:transfers\.|blockers\.lacksTransferConsent$)/,
    help: /^page\.(?:transfersIn|additionalReport)$/,
    glossary: /^(?:name|text)\./,
    transfer: /./,
  }

  it('is named in no message of a screen that every record has', () => {
    const folder = join(root, 'src/messages/en')
    const found = readdirSync(folder).flatMap(file => {
      const texts: Record<string, string> = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      const area = basename(file, '.json')
      return Object.entries(texts).flatMap(([key, text]) =>
        // Names of parameters are nobody's words.
        /\b(?:students?|engagements?|SID|NUMHUS)\b/i.test(text.replace(/\{\w+/g, '')) &&
        !ofParts[area]?.test(key)
          ? [`${area}.${key}: ${text}`]
          : [],
      )
    })
    expect(found).toEqual([])
  })
})
