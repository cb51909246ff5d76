import { spawnSync } from 'node:child_process'
import { createWriteStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { generateSample } from '../src/sample/index.ts'

/** The schema of the sample files. */
export const schemaFile = join(import.meta.dirname, '../schemas/student/23056_1_0_0.xsd')

export interface BenchFile {
  path: string
  bytes: number
  /** 10⁶ bytes. */
  megabytes: number
  students: number
}

/** Students whose file has about so many megabytes. */
export const studentsFor = (megabytes: number): number => {
  const probe = 200
  let bytes = 0
  for (const chunk of generateSample({ provider: '0001', students: probe })) bytes += chunk.byteLength
  return Math.max(1, Math.round((megabytes * 1e6 * probe) / bytes))
}

/** Writes a realistic file of about so many megabytes. */
export const makeFile = async (folder: string, megabytes: number): Promise<BenchFile> => {
  const students = studentsFor(megabytes)
  const path = join(folder, `${megabytes}.xml`)
  await pipeline(
    Readable.from(generateSample({ provider: '0001', students }), {
      objectMode: false,
      highWaterMark: 1 << 20,
    }),
    createWriteStream(path),
  )
  const bytes = statSync(path).size
  return { path, bytes, megabytes: Math.round(bytes / 1e5) / 10, students }
}

/** The middle of several runs, with the least and the most. */
export interface Spread {
  median: number
  least: number
  most: number
  runs: number
}

const rounded = (value: number): number => Number(value.toPrecision(3))

export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = [...values].sort((one, other) => one - other)
  return {
    median: rounded(sorted[Math.floor(sorted.length / 2)] ?? 0),
    least: rounded(sorted[0] ?? 0),
    most: rounded(sorted.at(-1) ?? 0),
    runs: sorted.length,
  }
}

export const spreadText = ({ median, least, most }: Spread): string => `${median} (${least}–${most})`

export const secondsOf = async (work: () => unknown): Promise<number> => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

export const hasXmllint = (): boolean => spawnSync('xmllint', ['--version']).error === undefined

/** Seconds of `xmllint --stream`, with or without the schema. Throws where it refuses the file. */
export const xmllintSeconds = (file: string, schema?: string): Promise<number> =>
  secondsOf(() => {
    const against = schema === undefined ? [] : ['--schema', schema]
    const { status } = spawnSync('xmllint', ['--stream', '--huge', '--noout', ...against, file], {
      stdio: 'ignore',
    })
    if (status !== 0) throw new Error(`xmllint refuses ${file}.`)
  })
