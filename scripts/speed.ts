import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createChecker, createReader } from '../src/record/index.ts'
import { generateSample, studentSchema } from './sample/index.ts'

const collection = '23056'
const schemaFile = new URL('../schemas/student/23056_1_0_0.xsd', import.meta.url).pathname
const chunkBytes = 1_048_576

const { values } = parseArgs({
  options: { students: { type: 'string', default: '20000' }, runs: { type: 'string', default: '5' } },
})
const runs = Number(values.runs)

const feed = (bytes: Uint8Array, sink: { write(chunk: Uint8Array): void; end(): unknown }): void => {
  for (let from = 0; from < bytes.length; from += chunkBytes)
    sink.write(bytes.subarray(from, from + chunkBytes))
  sink.end()
}

const ours: Readonly<Record<string, (bytes: Uint8Array) => void>> = {
  'well-formedness': bytes => feed(bytes, createReader()),
  schema: bytes => feed(bytes, createChecker(studentSchema(collection))),
  'schema and rows': bytes =>
    feed(bytes, createChecker(studentSchema(collection), { rows: { segment: () => undefined } })),
}

/** Seconds of processor time, so that other work on the machine counts little. */
const secondsOf = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** Seconds of processor time of a command, from the shell's own account of its children. */
const secondsOfCommand = (command: readonly string[]): number | undefined => {
  const { status, stdout } = spawnSync('sh', ['-c', '"$@" >/dev/null 2>&1; times', 'sh', ...command], {
    encoding: 'utf8',
  })
  const [, children = ''] = stdout.trim().split('\n')
  const parts = children.split(' ').map(part => /^(\d+)m([\d.]+)s$/.exec(part))
  if (status !== 0 || parts.length !== 2) return undefined
  const seconds = parts.reduce((sum, part) => sum + Number(part?.[1] ?? 0) * 60 + Number(part?.[2] ?? 0), 0)
  return seconds > 0.02 ? seconds : undefined
}

const folder = mkdtempSync(join(tmpdir(), 'speed-'))
try {
  const file = join(folder, 'sample.xml')
  const handle = openSync(file, 'w')
  for (const chunk of generateSample({ provider: '0001', students: Number(values.students) }))
    writeSync(handle, chunk)
  closeSync(handle)
  const bytes = readFileSync(file)
  const megabytes = bytes.length / 1e6
  const print = (name: string, seconds: readonly number[]): number => {
    const speeds = seconds.map(second => megabytes / second).sort((a, b) => a - b)
    const median = speeds[Math.floor(speeds.length / 2)] ?? 0
    const [slowest = 0, fastest = 0] = [speeds[0], speeds.at(-1)]
    console.log(
      `${name.padEnd(34)} ${median.toFixed(0).padStart(5)} MB/s (${slowest.toFixed(0)}–${fastest.toFixed(0)})`,
    )
    return median
  }
  console.log(
    `${megabytes.toFixed(0)} MB, ${runs} runs, megabytes per second of processor time: median (slowest–fastest)`,
  )
  const medians = new Map<string, number>()
  for (const [name, work] of Object.entries(ours)) {
    work(bytes)
    medians.set(
      name,
      print(
        name,
        Array.from({ length: runs }, () => secondsOf(() => work(bytes))),
      ),
    )
  }
  const peers: readonly (readonly [name: string, of: string, command: readonly string[]])[] = [
    ['xmllint --stream --noout', 'well-formedness', ['xmllint', '--stream', '--noout', file]],
    ['xmllint --stream --schema', 'schema', ['xmllint', '--stream', '--noout', '--schema', schemaFile, file]],
  ]
  for (const [name, of, command] of peers) {
    const seconds = Array.from({ length: runs }, () => secondsOfCommand(command))
    if (seconds.some(second => second === undefined)) {
      console.log(`${name.padEnd(34)} not installed`)
      continue
    }
    const median = print(
      name,
      seconds.filter(second => second !== undefined),
    )
    console.log(`  ours ÷ its: ${((medians.get(of) ?? 0) / median).toFixed(2)}`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
