import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { coverageFolder, readJson } from '../../server/inspection/coverage.ts'
import {
  type CoverageReport,
  countPath,
  type Level,
  type LevelReport,
  nothingWalked,
  type Walked,
  type WalkedSteps,
} from '../../src/model/coverage.ts'
import type { PathResult } from '../../src/model/paths/results.ts'

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

/** What a level has walked of one chart: a file of its own, for the tests of two charts run at the same time. */
export const writeWalkedChart = (
  level: Level,
  chartId: string,
  walked: Walked,
  folder = coverageFolder,
): Promise<string> => writeJson(folder, `${level}-${chartId}.json`, walked)

/** The latest result of each path that testers have walked. */
export const readQaResults = async (folder = coverageFolder): Promise<PathResult[]> =>
  (await readJson(join(folder, 'qa-results.json'))) ?? []

export const writeQaResults = (results: readonly PathResult[], folder = coverageFolder): Promise<string> =>
  writeJson(folder, 'qa-results.json', results)

/** A path that was walked, with the transitions that it took. */
export interface WalkedPath extends WalkedSteps {
  id: string
  chart: string
}

/** Every path that was walked in a browser; the share of `npm test` adds to those of `npm run model:all`. */
export const readWalkedInBrowser = async (folder = coverageFolder): Promise<WalkedPath[]> =>
  (await readJson(join(folder, 'browser-paths.json'))) ?? []

/** Keeps the paths, and what they walk as the level "browser". */
export const writeWalkedInBrowser = async (
  paths: readonly WalkedPath[],
  folder = coverageFolder,
): Promise<void> => {
  const report: LevelReport = {}
  for (const path of paths) {
    const walked = report[path.chart] ?? nothingWalked()
    report[path.chart] = walked
    countPath(walked, path)
  }
  await writeJson(folder, 'browser-paths.json', paths)
  await writeLevel('browser', report, folder)
}
