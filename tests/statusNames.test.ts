import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiKeyPlaces } from '../src/domain/apiKey.ts'
import { collectionStateNames } from '../src/domain/collection.ts'
import { contentStates } from '../src/domain/content.ts'
import { configurationPlaces } from '../src/domain/deliveryConfiguration.ts'
import { deliveryPlaces } from '../src/domain/deliveryPlace.ts'
import { issueStatuses } from '../src/domain/issue.ts'
import { jobRowStates, jobStates } from '../src/domain/job.ts'
import { pseudonymisationPlaces } from '../src/domain/pseudonymisation.ts'
import { specificationStates } from '../src/domain/specification.ts'
import { statusTable } from '../src/domain/status.ts'
import { webhookPlaces } from '../src/domain/webhook.ts'
import { filesBelow, isNode, nodesOf, parse } from './support/source.ts'

/**
 * What follows from a status is decided in a chart or in src/domain. So nothing else compares with the name of one: it asks a
 * tag, a selector or a predicate, which has a name that says what is meant.
 */
const root = join(import.meta.dirname, '..')

/** Decide, or say it a second time on purpose. */
const deciding = /^src\/(domain|machines|model|sample|messages)\/|\.test\.tsx?$|\/testing\//

/** Where anything stands that a chart is about; nowhere yet, and no longer there, are such places too. */
const places = [
  deliveryPlaces,
  configurationPlaces,
  jobStates,
  jobRowStates,
  apiKeyPlaces,
  webhookPlaces,
  pseudonymisationPlaces,
  issueStatuses,
  specificationStates.map(({ name }) => name),
  contentStates.map(({ name }) => name),
].flat()

/** Besides statuses these names are those of stages, events and findings. */
const otherNames = /(?:^|\b)(?:stage|event|Code)$/

interface Comparison {
  at: string
  name: string
}

/** Comparisons with one of the names, by `===` and `!==`. */
const comparisonsIn = (text: string, tree: ReturnType<typeof parse>['tree'], names: ReadonlySet<string>) =>
  nodesOf(tree).flatMap(({ type, operator, left, right }): string[] => {
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

const found = (folders: readonly string[], names: readonly string[]): Comparison[] =>
  folders
    .flatMap(folder => filesBelow(join(root, folder)))
    .map(file => ({ file, at: relative(root, file) }))
    .filter(({ at }) => !deciding.test(at))
    .flatMap(({ file, at }) => {
      const { text, tree } = parse(file)
      return comparisonsIn(text, tree, new Set(names)).map(name => ({ at, name }))
    })

describe('is compared with in charts and src/domain alone', () => {
  it('the status of a submission and the state of a collection', () => {
    expect(found(['src', 'server'], [...Object.keys(statusTable), ...collectionStateNames])).toEqual([])
  })

  it('where a delivery, a job, a key, a webhook, a task, an issue, a specification or its content stands', () => {
    expect(found(['src', 'server'], places)).toEqual([])
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

  it('finds a comparison from either side, and none with a stage', () => {
    const { text, tree } = parse(import.meta.filename)
    const names = new Set(['UPLOADING', 'CREDIBILITY'])
    const [status, stage] = ['UPLOADED', 'CREDIBILITY'] as string[]
    expect([status === 'UPLOADING', 'UPLOADING' !== status, stage === 'CREDIBILITY']).toEqual([
      false,
      true,
      true,
    ])
    expect(comparisonsIn(text, tree, names)).toEqual(["status === 'UPLOADING'", "status !== 'UPLOADING'"])
  })
})
