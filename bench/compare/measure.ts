import { spawnSync } from 'node:child_process'

/** One run of a whole process: the processor's seconds, and the greatest resident memory in MiB. */
export interface Run {
  readonly seconds: number
  readonly mebibytes: number
}

/** What a processor needs for the large document: the median of several runs, or why there is none. */
export type Figures = Run | { readonly reason: string }

/** GNU time, which alone reports the memory of another process. */
const time = '/usr/bin/time'
const secondsAtMost = 600

/** Whether this machine can measure. */
export const canMeasure = (): boolean => spawnSync(time, ['-f', '%M', 'true']).status === 0

const measureOnce = (command: readonly string[]): Figures => {
  const { status, stderr } = spawnSync(
    time,
    ['-f', '%U %S %M', 'timeout', String(secondsAtMost), ...command],
    { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
  )
  if (status === 124) return { reason: `more than ${secondsAtMost} s` }
  if (status !== 0) return { reason: `ended with ${status}` }
  const [user = 0, system = 0, kibibytes = 0] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
  return { seconds: user + system, mebibytes: kibibytes / 1024 }
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Runs a command several times; one that takes more than a minute, once. */
export const measure = (command: readonly string[], runs: number): Figures => {
  const done: Run[] = []
  while (done.length < runs) {
    const one = measureOnce(command)
    if ('reason' in one) return one
    if (one.seconds > 60) return one
    done.push(one)
  }
  return {
    seconds: medianOf(done.map(({ seconds }) => seconds)),
    mebibytes: medianOf(done.map(({ mebibytes }) => mebibytes)),
  }
}
