import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { workerEnvironment, workerFlags } from '../server/jobs/index.ts'
import { makeFile, type Spread, spreadOf, spreadText } from './support.ts'

export interface ImpactBench {
  providers: number
  rules: number
  /** Of each provider's file. */
  megabytes: number
  /** Aim: 60, on two cores. */
  seconds: Spread
  /** Of the processor, all threads of the process. */
  processorSeconds: Spread
  peakMebibytes: Spread
}

const providers = 400

/** A dry run of every rule over the kept data of many providers, as if a specification had changed all of them. */
export const measureImpact = async (folder: string, runs: number): Promise<ImpactBench> => {
  const { path, megabytes } = await makeFile(folder, 1)
  const home = join(folder, 'impact')
  const measured = Array.from({ length: runs }, () => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [...workerFlags, join(import.meta.dirname, 'impactRun.ts'), path, home, String(providers)],
      { encoding: 'utf8', env: { ...workerEnvironment, ...process.env } },
    )
    if (status !== 0) throw new Error(stderr)
    return JSON.parse(stdout) as {
      rules: number
      seconds: number
      processorSeconds: number
      peakMebibytes: number
    }
  })
  await rm(home, { recursive: true, force: true })
  return {
    providers,
    rules: measured[0]?.rules ?? 0,
    megabytes,
    seconds: spreadOf(measured.map(({ seconds }) => seconds)),
    processorSeconds: spreadOf(measured.map(({ processorSeconds }) => processorSeconds)),
    peakMebibytes: spreadOf(measured.map(({ peakMebibytes }) => peakMebibytes)),
  }
}

export const impactLines = ({
  providers: count,
  rules,
  megabytes,
  seconds,
  processorSeconds,
  peakMebibytes,
}: ImpactBench): string[] => [
  `what would change: ${count} providers × ${rules} rules from kept data of ${megabytes} MB each: ${spreadText(seconds)} s (aim 60), ${spreadText(processorSeconds)} s of the processor, peak ${spreadText(peakMebibytes)} MiB`,
]
