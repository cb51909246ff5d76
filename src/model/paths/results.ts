import { csvRecords } from '../../domain/csv.ts'
import { countPath, type Walked } from '../coverage.ts'
import type { TestPath } from './testPath.ts'

/** What somebody found who walked a path, or one step of it. */
export interface PathResult {
  path: string
  /** Number of the step, from 1; undefined for the path as a whole. */
  step: number | undefined
  result: 'passed' | 'failed'
  /** When it was walked, as it was given; undefined where it was not. */
  when: string | undefined
}

/** Rows of a CSV that hold anything. Throws on a quote that is not closed. */
const csvRows = (text: string): (readonly string[])[] => {
  const records = csvRecords(text)
  for (const [at, { openField }] of records.entries())
    if (openField !== undefined) throw new Error(`row ${at + 1}, column ${openField}: a quote is not closed.`)
  return records.map(({ cells }) => cells).filter(row => row.some(cell => cell !== ''))
}

const fromCsv = (text: string): { place: string; fields: Record<string, unknown> }[] => {
  const [head = [], ...rows] = csvRows(text)
  const names = head.map(name => name.trim().toLowerCase())
  for (const column of ['path', 'result'])
    if (!names.includes(column))
      throw new Error(
        `row 1: there is no column "${column}" in "${head.join(',')}"; the columns of the export are named in the first row and parted by commas.`,
      )
  return rows.map((row, at) => ({
    place: `row ${at + 2}`,
    fields: Object.fromEntries(names.map((name, column) => [name, row[column] ?? ''])),
  }))
}

const fromJson = (text: string): { place: string; fields: Record<string, unknown> }[] => {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch (error) {
    throw new Error(
      `This is not JSON (${error instanceof Error ? error.message : error}); give the file that was exported, with its results.`,
    )
  }
  const list = Array.isArray(found) ? found : (found as { paths?: unknown } | null)?.paths
  if (!Array.isArray(list))
    throw new Error(
      'This is neither a list nor an object with a list "paths"; give the file that was exported, with its results.',
    )
  return list.map((fields: unknown, at) => {
    if (typeof fields !== 'object' || fields === null)
      throw new Error(
        `entry ${at + 1}: it is ${JSON.stringify(fields)}; each entry is an object with "id" and "result".`,
      )
    return { place: `entry ${at + 1}`, fields: { ...fields } }
  })
}

const isResult = (word: string): word is PathResult['result'] => word === 'passed' || word === 'failed'

/** The number of a step as it was written; undefined where the result is that of the whole path. */
const stepIn = (written: unknown, place: string): number | undefined => {
  const word = String(written ?? '').trim()
  if (word === '') return undefined
  if (!/^[1-9]\d*$/.test(word))
    throw new Error(`${place}: the step is "${word}"; it is the number of the export, from 1.`)
  return Number(word)
}

/**
 * Reads what was found from a filled-in export, or from any list of the same columns: `path` (in JSON `id` too), `step`
 * (absent for the path as a whole), `result` ("passed" or "failed") and `when`. Rows without a result are left out; of
 * two results of one step in a file the failure counts. Throws, with the place, on anything else.
 */
export const readResults = (text: string, format: 'csv' | 'json'): PathResult[] => {
  const results = new Map<string, PathResult>()
  for (const { place, fields } of format === 'csv' ? fromCsv(text) : fromJson(text)) {
    const word = String(fields.result ?? '')
      .trim()
      .toLowerCase()
    if (word === '') continue
    const path = String(fields.path ?? fields.id ?? '').trim()
    if (path === '')
      throw new Error(`${place}: the path is missing; it is the eight characters of the export.`)
    const step = stepIn(fields.step, place)
    if (!isResult(word)) throw new Error(`${place}: the result is "${word}"; write "passed" or "failed".`)
    const when = String(fields.when ?? '').trim() || undefined
    if (when !== undefined && Number.isNaN(Date.parse(when)))
      throw new Error(`${place}: "${when}" is no date; write it as 2026-11-21 or 2026-11-21T10:30Z.`)
    const key = `${path} ${step}`
    const before = results.get(key)
    results.set(key, {
      path,
      step,
      result: before?.result === 'failed' ? 'failed' : word,
      when: when ?? before?.when,
    })
  }
  return [...results.values()]
}

type Walkable = Pick<TestPath, 'id' | 'initial' | 'steps'>

/** Whether a result is one that the path can have: of the whole, or of a step that there is. */
export const isResultOf = ({ id, steps }: Walkable, { path, step }: PathResult): boolean =>
  path === id && (step === undefined || step <= steps.length)

/**
 * The results of one path with a later one: a result of the whole takes the place of all, a result of a step that of the
 * same step; of a whole that passed the other steps still have.
 */
export const withResult = (
  { steps }: Walkable,
  known: readonly PathResult[],
  fresh: PathResult,
): PathResult[] => {
  if (fresh.step === undefined) return [fresh]
  const byStep = known.flatMap(result => {
    if (result.step !== undefined) return [result]
    return result.result === 'passed' ? steps.map((_, at) => ({ ...result, step: at + 1 })) : []
  })
  return [...byStep.filter(({ step }) => step !== fresh.step), fresh]
}

/**
 * Counts in what the results of one path say that it does: the transitions of the steps that passed, the pairs of steps
 * that passed one after the other, and with the first step what leads to it.
 */
export const countPassed = (walked: Walked, path: Walkable, results: readonly PathResult[]): void => {
  const hasPassed = path.steps.map((_, at) =>
    results.some(({ step, result }) => result === 'passed' && (step === undefined || step === at + 1)),
  )
  let from = 0
  while (from < hasPassed.length) {
    const end = hasPassed.indexOf(false, from)
    const to = end < 0 ? hasPassed.length : end
    if (to > from)
      countPath(walked, { initial: from === 0 ? path.initial : [], steps: path.steps.slice(from, to) })
    from = to + 1
  }
}
