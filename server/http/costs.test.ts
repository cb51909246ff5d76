import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { searchText } from '../../src/domain/wire/common.ts'
import { costOf } from './costs.ts'
import { allCalls } from './openapi.ts'

const routes = join(import.meta.dirname, 'routes')

/** Something that a file names, with its text; a route has the name of its call, or of the pair of them. */
interface Piece {
  name: string
  isRoute: boolean
  text: string
}

const begins =
  /^( {2})?(?:export )?(?:(?:const|function|async function) (\w+)\b|(?:route|routeBoth)\(app, (\[[^\]]+\]|[\w.]+),)/

const textOf = (file: string): string =>
  readFileSync(join(routes, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .replace(/\b(route|routeBoth)\(\s+app,\s+/g, '$1(app, ')

/** What stands at the margin reaches to the next at the margin; what stands in it, to the next that stands in it. */
const piecesOf = (file: string): Piece[] => {
  const pieces: Piece[] = []
  let outer: Piece | undefined
  let inner: Piece | undefined
  for (const line of textOf(file).split('\n')) {
    const [, indent, name, calls] = begins.exec(line) ?? []
    const piece = { name: name ?? calls ?? '', isRoute: calls !== undefined, text: '' }
    if (piece.name !== '') {
      pieces.push(piece)
      if (indent === undefined) [outer, inner] = [piece, undefined]
      else inner = piece
    }
    for (const part of [outer, inner]) if (part) part.text += `${line}\n`
  }
  return pieces
}

const files = readdirSync(routes).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const piecesByFile = new Map(files.map(file => [file, piecesOf(file)]))

/** The file itself, and those of the same folder that it imports. */
const withImports = (file: string): string[] => [
  file,
  ...[...textOf(file).matchAll(/from '\.\/(\w+\.ts)'/g)].map(([, name = '']) => name),
]

/** Names of the calls whose routes do this, or use something that does. */
const callsThat = (isDone: RegExp): string[] => {
  const doing = new Set<Piece>()
  const uses = (file: string, text: string): boolean =>
    isDone.test(text) ||
    withImports(file)
      .flatMap(other => piecesByFile.get(other) ?? [])
      .some(piece => !piece.isRoute && doing.has(piece) && new RegExp(`\\b${piece.name}\\(`).test(text))
  let before = -1
  while (before !== doing.size) {
    before = doing.size
    for (const [file, pieces] of piecesByFile)
      for (const piece of pieces) if (uses(file, piece.text)) doing.add(piece)
  }
  const pairOf = (file: string, name: string): string =>
    new RegExp(`const ${name} = (\\[[^\\]]+\\])`).exec(textOf(file))?.[1] ?? name
  return [...piecesByFile]
    .flatMap(([file, pieces]) =>
      pieces
        .filter(piece => piece.isRoute && doing.has(piece))
        .flatMap(({ name }) => [...pairOf(file, name).matchAll(/\w+(?=[,\]\s]|$)/g)].map(String)),
    )
    .toSorted()
}

const calls = new Map(allCalls().map(({ name, call }) => [name, call]))

/** Calls that an export or a search alone makes costly are asked as they are. */
const costsOf = (names: readonly string[]) =>
  names.map(name => {
    const call = calls.get(name)
    return [name, call && costOf(call)]
  })

const allCostly = (names: readonly string[]) => names.map(name => [name, 'costly'])

it('counts every call as costly that reads a record', () => {
  const names = callsThat(/\breader\s*\.\s*for\(/)
  // Some that are known to, in each of the ways in which one can.
  expect(names).toEqual(
    expect.arrayContaining(['getOvtValidation', 'getStudent', 'getDrilldown', 'listTransfersOut']),
  )
  expect(costsOf(names)).toEqual(allCostly(names))
})

it('counts every call as costly that reads or replays histories', () => {
  const names = callsThat(/\b(?:eventsOf|replayPart|heatOf|failuresOf|arrivalsIn|ruleOverview)\(/)
  expect(names).toEqual(expect.arrayContaining(['getConformance', 'getLifecycle', 'getBurnUp']))
  expect(costsOf(names)).toEqual(allCostly(names))
})

it('counts a search for a text as costly, and the same list without one as what it is', () => {
  const searching = [...calls].flatMap(([name, call]) => {
    const { shape = {} } = (call.query?._zod.def ?? {}) as { shape?: Record<string, unknown> }
    return Object.keys(shape)
      .filter(field => shape[field] === searchText)
      .map(field => ({ name, call, field }))
  })
  expect(searching.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['listIssues', 'listStudents', 'listAuditLines', 'listActivityLog']),
  )
  for (const { name, call, field } of searching)
    expect([name, costOf(call, { query: { [field]: 'a' } })]).toEqual([name, 'costly'])
  const listIssues = calls.get('listIssues')
  expect(listIssues && costOf(listIssues, { query: { rule: '', limit: '20' } })).toBe('read')
})

it('lets no field of a query be searched by another schema', () => {
  const loose = [...calls].flatMap(([name, { query }]) => {
    const { shape = {} } = (query?._zod.def ?? {}) as { shape?: Record<string, unknown> }
    return Object.entries(shape)
      .filter(([field, schema]) => /^search/.test(field) && schema !== searchText)
      .map(([field]) => `${name}.${field}`)
  })
  expect(loose).toEqual([])
})
