/** What somebody who walked a path found. */
export interface PathResult {
  path: string
  result: 'passed' | 'failed'
  /** When it was walked, as it was given; undefined where it was not. */
  when: string | undefined
}

/** Cells of a CSV (RFC 4180), row by row. Throws on a quote that is not closed. */
const csvRows = (text: string): string[][] => {
  const rows: string[][] = [[]]
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  while (cells.lastIndex < text.length) {
    const [whole, quoted, plain = '', end] = cells.exec(text) ?? []
    const row = rows.at(-1)!
    if (whole === undefined)
      throw new Error(`row ${rows.length}, column ${row.length + 1}: a quote is not closed or stands alone.`)
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',' && end !== '') rows.push([])
  }
  return rows.filter(row => row.some(cell => cell !== ''))
}

const fromCsv = (text: string): { place: string; fields: Record<string, unknown> }[] => {
  const [head = [], ...rows] = csvRows(text.replace(/^\uFEFF/, ''))
  const names = head.map(name => name.trim().toLowerCase())
  for (const wanted of ['path', 'result'])
    if (!names.includes(wanted))
      throw new Error(
        `row 1: there is no column "${wanted}" in "${head.join(',')}"; the columns of the export are named in the first row and parted by commas.`,
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

/**
 * Reads what was found from a filled-in export, or from any list of the same columns: `path` (in JSON `id` too),
 * `result` ("passed" or "failed") and `when`. Rows without a result are left out; a path with a failed step has failed.
 * Throws, with the place, on anything else.
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
    if (!isResult(word)) throw new Error(`${place}: the result is "${word}"; write "passed" or "failed".`)
    const when = String(fields.when ?? '').trim() || undefined
    if (when !== undefined && Number.isNaN(Date.parse(when)))
      throw new Error(`${place}: "${when}" is no date; write it as 2026-11-21 or 2026-11-21T10:30Z.`)
    const before = results.get(path)
    results.set(path, {
      path,
      result: before?.result === 'failed' ? 'failed' : word,
      when: when ?? before?.when,
    })
  }
  return [...results.values()]
}
