import { readFileSync } from 'node:fs'
import { descendantsOf } from '../../tests/server/support/serverProcess.ts'

/** Ticks of a second, by which Linux tells processor time in `/proc`. */
const ticksPerSecond = 100

export interface ProcessorOfPart {
  name: string
  seconds: number
}

/** Ticks that a process took, and those that it has started and that have ended; 0 once it has ended itself. */
const ticksOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // In user and system mode, its own and those of its children: fields 14 to 17 of proc(5).
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
  } catch {
    return 0
  }
}

/** Seconds of the processor that a process and all that it has started took; 0 where there is none. */
const secondsOf = (pid: number | undefined): number =>
  pid === undefined
    ? 0
    : [pid, ...descendantsOf(pid)].reduce((sum, one) => sum + ticksOf(one), 0) / ticksPerSecond

/** Watches the processor time of processes, and of this one with its threads, until it is asked for what they took. */
export const watchProcessor = (processes: readonly { name: string; pid: number | undefined }[]) => {
  const began = processes.map(({ pid }) => secondsOf(pid))
  const ownBegan = process.cpuUsage()
  return (): ProcessorOfPart[] => {
    const own = process.cpuUsage(ownBegan)
    return [
      ...processes.map(({ name, pid }, at) => ({ name, seconds: secondsOf(pid) - (began[at] ?? 0) })),
      { name: 'the load itself', seconds: (own.user + own.system) / 1e6 },
    ]
  }
}
