import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { compileSchema, createChecker } from 'bedel-record'
import { workerEnvironment, workerFlags } from '../server/jobs/index.ts'
import { filePieces } from '../server/storage/filePieces.ts'
import {
  hasXmllint,
  makeFile,
  type Spread,
  schemaFile,
  secondsOf,
  spreadOf,
  spreadText,
  xmllintSeconds,
} from './support.ts'

export interface PseudonymisationFigures {
  megabytes: number
  megabytesPerSecond: Spread
  /** Megabytes for each second of the processor, all threads together. */
  megabytesPerProcessorSecond: Spread
  checkerMegabytesPerSecond: Spread
  /** Processor time of the checker ÷ that of pseudonymising, in turns: on a shared machine it says more than the seconds. */
  toChecker: Spread
  /** Of the pseudonymising process, all included. Aim: 256. */
  peakMebibytes: Spread
  /** How many times as fast as `xmllint --stream --noout`; null where it is not installed. */
  toXmllint: Spread | null
}

interface Run {
  seconds: number
  processorSeconds: number
  peakMebibytes: number
}

const runOf = (file: string, folder: string): Run => {
  const script = join(import.meta.dirname, 'pseudonymisationRun.ts')
  const { stdout, stderr, status } = spawnSync(process.execPath, [...workerFlags, script, file, folder], {
    encoding: 'utf8',
    env: { ...workerEnvironment, ...process.env },
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** Pseudonymising of whole files beside `xmllint --stream` and beside our checker, taking turns; the output is written. */
export const measurePseudonymisation = async (
  folder: string,
  sizes: readonly number[],
  runs: number,
): Promise<PseudonymisationFigures[]> => {
  const schema = compileSchema(readFileSync(schemaFile, 'utf8'))
  const figures: PseudonymisationFigures[] = []
  for (const size of sizes) {
    const { path, megabytes } = await makeFile(folder, size)
    const check = async () => {
      const checker = createChecker(schema)
      for await (const piece of filePieces(() => open(path))) checker.write(piece)
      checker.end()
    }
    const ours: Run[] = []
    const checker: number[] = []
    const toChecker: number[] = []
    const peer: number[] = []
    for (let run = 0; run < runs; run++) {
      const own = runOf(path, folder)
      ours.push(own)
      const before = process.cpuUsage()
      checker.push(await secondsOf(check))
      const { user, system } = process.cpuUsage(before)
      toChecker.push((user + system) / 1e6 / own.processorSeconds)
      if (hasXmllint()) peer.push(await xmllintSeconds(path))
    }
    const seconds = ours.map(run => run.seconds)
    figures.push({
      megabytes,
      megabytesPerSecond: spreadOf(seconds.map(each => megabytes / each)),
      megabytesPerProcessorSecond: spreadOf(ours.map(run => megabytes / run.processorSeconds)),
      checkerMegabytesPerSecond: spreadOf(checker.map(each => megabytes / each)),
      toChecker: spreadOf(toChecker),
      peakMebibytes: spreadOf(ours.map(run => run.peakMebibytes)),
      toXmllint: peer.length > 0 ? spreadOf(seconds.map((mine, run) => (peer[run] ?? 0) / mine)) : null,
    })
  }
  return figures
}

export const pseudonymisationLines = (figures: readonly PseudonymisationFigures[]): string[] =>
  figures.flatMap(one => [
    `${one.megabytes} MB  ${spreadText(one.megabytesPerSecond)} MB/s, ${spreadText(one.megabytesPerProcessorSecond)} MB for each second of the processor; checker ${spreadText(one.checkerMegabytesPerSecond)} MB/s (aim: half of it), by processor time ${spreadText(one.toChecker)} of it`,
    `${one.megabytes} MB  peak memory ${spreadText(one.peakMebibytes)} MiB (aim 256)` +
      (one.toXmllint ? `, ${spreadText(one.toXmllint)} × xmllint --stream --noout` : ''),
  ])
