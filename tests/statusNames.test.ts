import { join, relative } from 'node:path'
import { Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AnyStateNode } from 'xstate'
import { apiKeyPlaces } from '../src/domain/apiKey.ts'
import { collectionStateNames } from '../src/domain/collection.ts'
import { contentStates } from '../src/domain/content.ts'
import { configurationPlaces } from '../src/domain/deliveryConfiguration.ts'
import { deliveryPlaces } from '../src/domain/deliveryPlace.ts'
import { demonstrationStates } from '../src/domain/demonstration.ts'
import { issueStatuses } from '../src/domain/issue.ts'
import { jobPlaces, jobRowStates } from '../src/domain/jobPlace.ts'
import { pseudonymisationPlaces } from '../src/domain/pseudonymisation.ts'
import { specificationStates } from '../src/domain/specification.ts'
import { statusTable } from '../src/domain/status.ts'
import { supportSessionPlaces } from '../src/domain/supportSession.ts'
import { webhookPlaces } from '../src/domain/webhook.ts'
import { workbookStates } from '../src/domain/workbook.ts'
import { loadMachines } from '../src/machines/charts.ts'
import { filesBelow, importsOf, isNode, nodesOf, parse } from './support/source.ts'

/**
 * What follows from a status is decided in a chart or in src/domain. So nothing else compares with the name of one: it asks a
 * tag, a selector or a predicate, which has a name that says what is meant.
 */
const root = join(import.meta.dirname, '..')

/** Decide, or say it a second time on purpose; the demonstration plays the people who act at each status. */
const deciding =
  /^src\/(domain|machines|model|sample|messages)\/|^server\/demonstration\/(acts|cast|plan)\.ts$|\.test\.tsx?$|\/testing\//

/** Where anything stands that a chart is about; nowhere yet, and no longer there, are such places too. */
const places = [
  deliveryPlaces,
  configurationPlaces,
  jobPlaces,
  jobRowStates,
  apiKeyPlaces,
  supportSessionPlaces,
  webhookPlaces,
  pseudonymisationPlaces,
  issueStatuses,
  specificationStates.map(({ name }) => name),
  contentStates.map(({ name }) => name),
].flat()

/** Besides statuses these names are those of stages, events and findings. */
const otherNames = /(?:^|\b)(?:stage|event|Code)$/

type Tree = ReturnType<typeof parse>['tree']

interface Comparison {
  at: string
  name: string
}

/** Comparisons with one of the names, by `===` and `!==`, and by the cases of a `switch`. */
const comparisonsIn = (text: string, tree: Tree, names: ReadonlySet<string>) =>
  nodesOf(tree).flatMap(({ type, operator, left, right, discriminant, cases }): string[] => {
    if (type === 'SwitchStatement' && isNode(discriminant)) {
      const compared = text.slice(Number(discriminant.start), Number(discriminant.end))
      const tests = (cases as Tree[]).flatMap(({ test }) => (isNode(test) ? [String(test.value)] : []))
      return otherNames.test(compared)
        ? []
        : tests.filter(name => names.has(name)).map(name => `switch (${compared}) '${name}'`)
    }
    if (type !== 'BinaryExpression' || !/^[!=]==$/.test(String(operator))) return []
    return [
      [left, right],
      [right, left],
    ].flatMap(([side, other]) => {
      if (!isNode(side) || side.type !== 'Literal' || !names.has(String(side.value)) || !isNode(other))
        return []
      const compared = text.slice(Number(other.start), Number(other.end))
      return otherNames.test(compared) ? [] : [`${compared} ${String(operator)} '${String(side.value)}'`]
    })
  })

/** Whether it is `sql`, with its type or one of its methods. */
const isSql = (node: unknown): boolean =>
  isNode(node) && (node.type === 'MemberExpression' ? isSql(node.object) : node.name === 'sql')

/** The texts of a part of a query: of a template with the parameters that are written in it, or of a parameter. */
const textsOf = (part: unknown): string[] => {
  if (!isNode(part)) return []
  if (part.type === 'Literal') return [String(part.value), `'${String(part.value)}'`]
  if (part.type === 'ArrayExpression') return (part.elements as unknown[]).flatMap(textsOf)
  if (part.type !== 'TemplateLiteral') return []
  const written = (part.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw)
  return [...written, ...(part.expressions as unknown[]).filter(isNode).flatMap(textsOf)]
}

/** Comparisons in SQL with a stage or an event, many of which have the name of the status after them. */
const ofOtherNames = /\b(?:stage|event)\s*(?:(?:=|<>)\s*'[^']*'|in\s*\([^)]*\))/g

/** What stands in queries in quotes: in their text, as a parameter, or in a condition of the query builder. */
const quotedIn = ({ type, tag, quasi, callee, arguments: given }: Tree): string[] => {
  const parts = Array.isArray(given) ? given : []
  const isCondition =
    isNode(callee) &&
    isNode(callee.property) &&
    callee.property.name === 'where' &&
    !otherNames.test(String(parts[0]?.value))
  const isText = type === 'CallExpression' && (isSql(callee) || isCondition)
  const texts = isSql(tag) ? textsOf(quasi) : isText ? parts.flatMap(textsOf) : []
  return texts
    .flatMap(text => [...text.replaceAll(ofOtherNames, '').matchAll(/'([^']*)'/g)])
    .map(([, name = '']) => name)
}

const found = (folders: readonly string[], names: readonly string[]): Comparison[] =>
  folders
    .flatMap(folder => filesBelow(join(root, folder)))
    .map(file => ({ file, at: relative(root, file) }))
    .filter(({ at }) => !deciding.test(at))
    .flatMap(({ file, at }) => {
      const { text, tree } = parse(file)
      return comparisonsIn(text, tree, new Set(names)).map(name => ({ at, name }))
    })

/** What a file imports, by its specifiers. */
const importedBy = (at: string): string =>
  importsOf(parse(join(root, at)))
    .map(({ source }) => source)
    .join(' ')

/** The keys of a chart's states. */
const keysBelow = ({ states }: AnyStateNode): string[] =>
  Object.entries(states).flatMap(([key, node]) => [key, ...keysBelow(node)])

describe('is compared with in charts and src/domain alone', () => {
  it('the status of a submission and the state of a collection', () => {
    expect(found(['src', 'server'], [...Object.keys(statusTable), ...collectionStateNames])).toEqual([])
  })

  it('where a delivery, a job, a key, a webhook, a task, an issue, a specification or its content stands', () => {
    expect(found(['src', 'server'], places)).toEqual([])
  })

  it.each([
    ['a workbook', /workbook/i, workbookStates],
    ['the demonstration', /demonstration/i, demonstrationStates],
  ] as const)('how far %s is, whose states have names that others have too', (_, about, names) => {
    expect(
      found(['src', 'server'], names).filter(({ at }) => about.test(at) || about.test(importedBy(at))),
    ).toEqual([])
  })

  it('on screens, the state of a chart: they ask for a tag or a selector', async () => {
    const names = (await loadMachines()).flatMap(({ root: chart }) => keysBelow(chart))
    expect(names.length).toBeGreaterThan(100)
    expect(found(['src'], names).filter(({ name }) => /(?:^|\.)value\)? /.test(name))).toEqual([])
  })

  it('on the server, in SQL, which gets the names from there as parameters', () => {
    const names = new Set([...Object.keys(statusTable), ...collectionStateNames, ...places])
    const files = filesBelow(join(root, 'server')).filter(file => !/\.test\.ts$/.test(file))
    expect(files.length).toBeGreaterThan(100)
    expect(
      files.flatMap(file =>
        nodesOf(parse(file).tree)
          .flatMap(quotedIn)
          .filter(name => names.has(name))
          .map(name => `${relative(root, file)}: '${name}'`),
      ),
    ).toEqual([])
  })

  it('on the server, whether a collection is made', () => {
    expect(found(['server'], ['none'])).toEqual([])
  })

  it('the number of a type of tolerance and of the status of a result', () => {
    const numbered = /\b(?:(?:type|toleranceTypeId)\s*[!=]==\s*[123]\b|[sS]tatus\s*[!=]==\s*(?:1\b|'[01]'))/
    const files = ['src', 'server'].flatMap(folder => filesBelow(join(root, folder)))
    expect(files.length).toBeGreaterThan(100)
    expect(
      files
        .filter(file => !deciding.test(relative(root, file)) && numbered.test(parse(file).text))
        .map(file => relative(root, file)),
    ).toEqual([])
  })

  it('finds a name in the text of a query, as its parameter and in a condition', () => {
    const { tree } = parse(import.meta.filename)
    const unread = () => [
      sql`select 1 where place in ('READY', 'EXPIRED') and event = 'FAILED' and from_place = ${'WORKING'}`,
      sql.raw(`update delivery set place = 'FAILED'`),
      new Kysely<{ job: { place: string } }>({ dialect: {} as never })
        .selectFrom('job')
        .where('place', 'in', ['NEW']),
    ]
    expect(unread).toBeInstanceOf(Function)
    const quoted = nodesOf(tree).flatMap(quotedIn)
    expect(quoted.filter(name => places.some(place => place === name))).toEqual([
      'READY',
      'EXPIRED',
      'WORKING',
      'FAILED',
      'NEW',
    ])
  })

  it('finds a comparison from either side, and none with a stage', () => {
    const { text, tree } = parse(import.meta.filename)
    const names = new Set(['UPLOADING', 'CREDIBILITY'])
    const [status, stage] = ['UPLOADED', 'CREDIBILITY'] as string[]
    expect([status === 'UPLOADING', 'UPLOADING' !== status, stage === 'CREDIBILITY']).toEqual([
      false,
      true,
      true,
    ])
    switch (status) {
      case 'UPLOADING':
        throw new Error('It has arrived.')
    }
    expect(comparisonsIn(text, tree, names)).toEqual([
      "status === 'UPLOADING'",
      "status !== 'UPLOADING'",
      "switch (status) 'UPLOADING'",
    ])
  })
})
