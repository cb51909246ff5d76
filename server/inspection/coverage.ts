import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CoverageReport, type LevelReport, levels, type Walked } from '../../src/model/coverage.ts'
import { type FoldedCoverage, foldedCoverage } from '../../src/model/foldedCoverage.ts'

/** Where the tests leave what they have walked; nothing in it is part of the repository. */
export const coverageFolder = join(import.meta.dirname, '../../coverage')

/** What a file of reports says; undefined where there is none. Throws where it cannot be read. */
export const readJson = async <T>(path: string): Promise<T | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : error}. Remove it.`)
  }
}

/** The report of `npm run model` with what every other level has walked; undefined when it was never made. */
export const readReport = async (folder = coverageFolder): Promise<CoverageReport | undefined> => {
  const report = await readJson<CoverageReport>(join(folder, 'model.json'))
  for (const level of levels) {
    if (level === 'chart') continue
    const walked = await readJson<LevelReport>(join(folder, `${level}.json`))
    for (const chart of report?.charts ?? []) {
      const found = walked?.[chart.id] ?? (await readJson<Walked>(join(folder, `${level}-${chart.id}.json`)))
      if (found) chart.levels[level] = found
    }
  }
  return report
}

/** What was walked of one chart, for sending; null while nothing has walked it on this machine. */
export const coverageOf = async (
  chartId: string,
  folder = coverageFolder,
): Promise<FoldedCoverage | null> => {
  const chart = (await readReport(folder))?.charts.find(({ id }) => id === chartId)
  return chart ? foldedCoverage(chart) : null
}
