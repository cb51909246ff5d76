import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** What one set took of the worker that made it; its memory before it and at most. */
interface Made {
  providers: number
  seconds: number
  processorSeconds: number
  megabytes: number
  rows: number
  restingMebibytes: number
  peakMebibytes: number
}

export interface SectorFigures {
  students: number
  files: number
  /** Every provider anew. */
  whole: Made
  /** The next set, in which one provider has changed. */
  oneChanged: Made
}

/** Providers that are measured, of so many students; the aim is for 500 of 5,000. */
const [measured, students, aimed] = [20, 5000, 500]

/** A set of a whole collection of a few large providers, then the same where one has changed. */
export const measureSector = (): SectorFigures => {
  const script = join(import.meta.dirname, 'sectorRun.ts')
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [script, String(measured), String(students)],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** How long as many providers as are aimed at would take, in minutes, where each takes as long as the measured ones. */
const minutesFor = (seconds: number, providers: number): string =>
  ((seconds / providers) * (aimed / 60)).toFixed(1)

export const sectorLines = ({ students: each, files, whole, oneChanged }: SectorFigures): string[] => [
  `${whole.providers} providers × ${each} students, ${files} files: ${whole.seconds.toFixed(1)} s (${whole.processorSeconds.toFixed(1)} s of the processor), ${whole.rows} rows, ${whole.megabytes.toFixed(0)} MB`,
  `by that, ${aimed} providers take ${minutesFor(whole.seconds, whole.providers)} min (aim 5), reckoned and not measured`,
  `the next set, one provider changed: ${oneChanged.seconds.toFixed(1)} s`,
  `memory of the worker: ${whole.restingMebibytes} MiB before, ${whole.peakMebibytes} MiB at most (aim 512)`,
]
