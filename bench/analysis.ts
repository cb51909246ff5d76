import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { workerEnvironment, workerFlags } from '../server/jobs/index.ts'
import {
  hasXmllint,
  makeFile,
  type Spread,
  schemaFile,
  spreadOf,
  spreadText,
  xmllintSeconds,
} from './support.ts'

// As `npm start` has it.
const memoryMb = 128
const threads = 2

export interface AnalysisFigures {
  megabytes: number
  records: number
  rules: number
  /** Read, check and load in one pass, then derive, then every rule. */
  seconds: Spread
  parts: Readonly<Record<string, number>>
  /** Seconds of what follows: the reports, and what is kept for the next year. Not in the sum. */
  after: Readonly<Record<string, number>>
  secondsPerHundredMegabytes: number
  /** Seconds for each megabyte over those of the size before; null for the first. Aim: at most 1.1. */
  growth: number | null
  /** Seconds over those of `xmllint --stream --schema` alone; null where it is not installed. Aim at 1 GB: 0.7. */
  ratioToXmllint: Spread | null
  /** Resident memory of the whole process at its highest. Aim: 512. */
  peakMebibytes: Spread
}

interface Run {
  seconds: Record<string, number>
  after: Record<string, number>
  rules: number
  records: number
  peakMebibytes: number
}

const runOnce = (file: string): Run => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...workerFlags, join(import.meta.dirname, 'analysisRun.ts'), file, String(memoryMb), String(threads)],
    { encoding: 'utf8', env: { ...workerEnvironment, ...process.env } },
  )
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Run
}

const total = ({ seconds }: Run): number => Object.values(seconds).reduce((sum, part) => sum + part, 0)

/** The whole analysis of files of these sizes, each run in a process of its own, beside xmllint on the same file. */
export const measureAnalysis = async (
  folder: string,
  sizes: readonly number[],
  runs: number,
): Promise<AnalysisFigures[]> => {
  const figures: AnalysisFigures[] = []
  const isCompared = hasXmllint()
  for (const size of sizes) {
    const file = await makeFile(folder, size)
    const mine: Run[] = []
    const peer: number[] = []
    for (let run = 0; run < runs; run++) {
      mine.push(runOnce(file.path))
      if (isCompared) peer.push(await xmllintSeconds(file.path, schemaFile))
    }
    const seconds = spreadOf(mine.map(total))
    const [first] = mine
    const perHundred = Number(((seconds.median / file.megabytes) * 100).toPrecision(3))
    const before = figures.at(-1)?.secondsPerHundredMegabytes
    figures.push({
      megabytes: file.megabytes,
      records: first?.records ?? 0,
      rules: first?.rules ?? 0,
      seconds,
      parts: first?.seconds ?? {},
      after: first?.after ?? {},
      secondsPerHundredMegabytes: perHundred,
      growth: before === undefined ? null : Number((perHundred / before).toPrecision(3)),
      ratioToXmllint: isCompared ? spreadOf(mine.map((run, index) => total(run) / (peer[index] ?? 1))) : null,
      peakMebibytes: spreadOf(mine.map(({ peakMebibytes }) => peakMebibytes)),
    })
    await rm(file.path)
  }
  return figures
}

export const analysisLines = (figures: readonly AnalysisFigures[]): string[] =>
  figures.map(
    one =>
      `${one.megabytes} MB  ${one.records.toLocaleString('en-GB')} records, ${one.rules} rules: ${spreadText(one.seconds)} s` +
      ` (${Object.entries(one.parts)
        .map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`)
        .join(', ')}; afterwards ${Object.entries(one.after)
        .map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`)
        .join(', ')}), ${one.secondsPerHundredMegabytes} s per 100 MB` +
      (one.growth === null ? '' : ` (${one.growth} × that of the size before; aim at most 1.1)`) +
      (one.ratioToXmllint
        ? `, ${spreadText(one.ratioToXmllint)} × xmllint --stream --schema alone (aim 0.7 at 1 GB)`
        : '') +
      `, peak ${spreadText(one.peakMebibytes)} MiB (aim 512)`,
  )
