import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { generateSample } from '../../src/sample/index.ts'
import { type LoadInput, loadRecord } from './load.ts'
import { analysisContext, chunksOf, type StudentRecord, studentRecord } from './testing/studentRecord.ts'

let record: StudentRecord
/** A file whose rows fill several blocks. */
let large: Uint8Array

beforeAll(async () => {
  record = await studentRecord()
  large = Buffer.concat([...generateSample({ provider: '0001', students: 300, seed: 7 })])
})

/** The threads that were started. */
let started: Worker[] = []
const onWorker = (worker: Worker): void => {
  started.push(worker)
}
beforeEach(() => {
  started = []
  process.on('worker', onWorker)
})
afterEach(() => {
  process.off('worker', onWorker)
})

const inputOf = (bytes: Uint8Array, more: Partial<LoadInput> = {}): LoadInput => ({
  bytes: chunksOf(bytes, 65_536),
  totalBytes: bytes.length,
  schema: record.schema,
  header: record.ruleset.manifest.header,
  store: record.ruleset.manifest.columns,
  oneThreadBytes: 0,
  ...more,
})

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    existsSync(folder)
      ? readdirSync(folder).map(name => [name, readFileSync(join(folder, name)).toString('latin1')])
      : [],
  )

/** What a load gives, asks and leaves. */
const loadOn = async (threads: number, bytes: Uint8Array, more: Partial<LoadInput> = {}) => {
  const context = { ...(await analysisContext()), threads }
  const asked: unknown[] = []
  const result = await loadRecord(
    context,
    inputOf(bytes, {
      mayStore: head => asked.push({ ...head }) > 0,
      onEngagement: (...engagement) => asked.push(engagement),
      complete: header => Promise.resolve({ ...header, known: { engagements: 1, elsewhere: 0 } }),
      mayKeep: header => asked.push(header) > 0,
      ...more,
    }),
  )
  const files = filesIn(context.recordsFolder)
  return { result, files, progress: context.progress, asked: asked.filter(Array.isArray), once: asked }
}

const changed = (bytes: Uint8Array, from: string, to: string): Uint8Array =>
  Buffer.from(Buffer.from(bytes).toString('latin1').replace(from, to), 'latin1')

/** That no thread is left. */
const allEnded = () => started.map(worker => worker.threadId)

describe('a load with its rows on a thread of their own', () => {
  test('gives, asks and leaves the same as on one thread', async () => {
    const one = await loadOn(1, large)
    expect(started).toEqual([])
    const two = await loadOn(2, large)
    expect(allEnded()).toEqual([-1])
    expect(one.result.isStored).toBe(true)
    expect(Object.keys(one.files).length).toBeGreaterThan(15)
    expect(two.files).toEqual(one.files)
    expect(two.result).toEqual(one.result)
    expect(two.progress).toEqual(one.progress)
    expect(two.asked).toEqual(one.asked)
    const others = (asked: unknown[]) => asked.filter(value => !Array.isArray(value))
    expect(others(two.once)).toEqual(others(one.once))
  })

  test('finds the same in a file that does not fit its schema, or breaks off, and leaves nothing', async () => {
    const long = `${'9'.repeat(300_000)}`
    const files = [
      changed(large, '</SEXID>', 'X</SEXID>'),
      changed(large, '</SURNAME>', `${long}</SURNAME>`),
      large.subarray(0, large.length - 20),
      changed(large, '</Student>', '</Studnet>'),
    ]
    for (const bytes of files) {
      const one = await loadOn(1, bytes)
      const two = await loadOn(2, bytes)
      expect(one.result.isStored).toBe(false)
      expect(two.result).toEqual(one.result)
      expect(two.files).toEqual({})
    }
    expect(allEnded()).toEqual([-1, -1, -1, -1])
  })

  test('leaves nothing of a file that may not be stored', async () => {
    const { result, files } = await loadOn(2, large, { mayStore: () => false })
    expect([result.outcome.findingsTotal, result.isStored, files]).toEqual([0, false, {}])
  })

  test('is not used for a small file', async () => {
    const { result } = await loadOn(2, large, { oneThreadBytes: large.length })
    expect([result.isStored, started]).toEqual([true, []])
  })
})

describe('a load whose thread of rows', () => {
  /** Loads a file that is much longer than what happens to the load; `meddle` is called after each of its pieces. */
  const longLoad = async (meddle: (pieces: number, recordsFolder: string) => void, signal?: AbortSignal) => {
    const context = await analysisContext()
    const recordsFolder = join(context.workFolder, 'rows')
    let pieces = 0
    const onProgress = () => meddle(++pieces, recordsFolder)
    const students =
      Buffer.from(large)
        .toString('latin1')
        .match(/<Student>.*<\/Student>/s)?.[0] ?? ''
    async function* pieceByPiece(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('<DataFutures>')
      for (let piece = 0; piece < 300; piece++) {
        await setImmediate()
        yield Buffer.from(students, 'latin1')
      }
    }
    const loading = loadRecord(
      { ...context, recordsFolder, onProgress, signal: signal ?? context.signal },
      inputOf(large, { bytes: pieceByPiece() }),
    )
    return { loading, recordsFolder }
  }
  const isClean = (recordsFolder: string) => {
    expect(existsSync(recordsFolder)).toBe(false)
    expect(allEnded()).toEqual([-1])
  }

  test('dies fails with that, and leaves nothing', async () => {
    const { loading, recordsFolder } = await longLoad(pieces => {
      if (pieces === 3) void started[0]?.terminate()
    })
    await expect(loading).rejects.toThrow('The thread that writes rows has ended with code 1.')
    isClean(recordsFolder)
  })

  test('throws fails with what it has thrown, and leaves nothing', async () => {
    const { loading, recordsFolder } = await longLoad(pieces => {
      if (pieces === 3) started[0]?.postMessage({ buffer: 'no space', words: 1 })
    })
    await expect(loading).rejects.toThrow(TypeError)
    isClean(recordsFolder)
  })

  test('has no room on the disk fails with that, and leaves nothing', async () => {
    const { loading, recordsFolder } = await longLoad((pieces, folder) => {
      // Folders stand where the files of the tables should be.
      if (pieces === 1) for (const { name } of record.tables) mkdirSync(join(folder, `${name}.parquet`))
    })
    await expect(loading).rejects.toThrow('EEXIST')
    isClean(recordsFolder)
  })

  test('is stopped by the signal leaves nothing', async () => {
    const stop = new AbortController()
    const { loading, recordsFolder } = await longLoad(pieces => {
      if (pieces === 3) stop.abort(new Error('no longer wanted'))
    }, stop.signal)
    await expect(loading).rejects.toThrow('no longer wanted')
    isClean(recordsFolder)
  })

  test('is stopped while it is waited for leaves nothing', async () => {
    const stop = new AbortController()
    process.once('worker', worker => {
      worker.once('online', () => stop.abort(new Error('no longer wanted')))
    })
    const { loading, recordsFolder } = await longLoad(() => undefined, stop.signal)
    await expect(loading).rejects.toThrow('no longer wanted')
    isClean(recordsFolder)
  })
})
