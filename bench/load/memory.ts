import { readFileSync } from 'node:fs'

const sampleEveryMs = 5000

export interface MemoryOfProcess {
  name: string
  /** MiB, means of the second and of the last third of the run: the first one warms up. */
  middleMib: number
  lastMib: number
  peakMib: number
}

/** Resident memory of a process in MiB; undefined once it has ended. */
export const residentMib = (pid: number): number | undefined => {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024
  } catch {
    return undefined
  }
}

const mean = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length))

/** Watches the resident memory of processes until it is asked for what was seen. */
export const watchMemory = (processes: readonly { name: string; pid: number }[]) => {
  const seen = new Map(processes.map(({ name }) => [name, [] as number[]]))
  const look = (): void => {
    for (const { name, pid } of processes) {
      const mib = residentMib(pid)
      if (mib !== undefined) seen.get(name)?.push(mib)
    }
  }
  look()
  const timer = setInterval(look, sampleEveryMs)
  return (): MemoryOfProcess[] => {
    clearInterval(timer)
    look()
    return [...seen].map(([name, values]) => {
      const third = Math.floor(values.length / 3)
      return {
        name,
        middleMib: mean(values.slice(third, Math.max(third + 1, values.length - third))),
        lastMib: mean(values.slice(-Math.max(1, third))),
        peakMib: Math.round(Math.max(0, ...values)),
      }
    })
  }
}
