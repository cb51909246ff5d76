import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CoverageReport,
  type Level,
  type LevelReport,
  levels,
} from '../../src/machines/inspection/coverage.ts'
import type { PathResult } from '../../src/machines/inspection/paths/results.ts'

/** Where reports are kept; nothing in it is part of the repository. */
export const coverageFolder = join(import.meta.dirname, '../../coverage')

const readJson = async <T>(path: string): Promise<T | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : error}. Remove it.`)
  }
}

const writeJson = async (folder: string, name: string, value: unknown): Promise<string> => {
  await mkdir(folder, { recursive: true })
  const path = join(folder, name)
  await writeFile(path, `${JSON.stringify(value, null, 1)}\n`)
  return path
}

export const writeReport = (report: CoverageReport, folder = coverageFolder): Promise<string> =>
  writeJson(folder, 'model.json', report)

/** What a level has walked; it takes the place of what the level walked before. */
export const writeLevel = (level: Level, report: LevelReport, folder = coverageFolder): Promise<string> =>
  writeJson(folder, `${level}.json`, report)

export const readLevel = (level: Level, folder = coverageFolder): Promise<LevelReport | undefined> =>
  readJson(join(folder, `${level}.json`))

/** The latest result of each path that testers have walked. */
export const readQaResults = async (folder = coverageFolder): Promise<PathResult[]> =>
  (await readJson(join(folder, 'qa-results.json'))) ?? []

export const writeQaResults = (results: readonly PathResult[], folder = coverageFolder): Promise<string> =>
  writeJson(folder, 'qa-results.json', results)

/** The report of `npm run model` with what every other level has walked; undefined when it was never made. */
export const readReport = async (folder = coverageFolder): Promise<CoverageReport | undefined> => {
  const report = await readJson<CoverageReport>(join(folder, 'model.json'))
  for (const level of levels) {
    const walked = level === 'chart' ? undefined : await readLevel(level, folder)
    for (const chart of report?.charts ?? []) {
      const found = walked?.[chart.id]
      if (!found) continue
      const { ruledOut, ...counts } = found
      chart.levels[level] = counts
      if (ruledOut) chart.ruledOut = { ...chart.ruledOut, ...ruledOut }
    }
  }
  return report
}
