import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type RowOptions, RowRecorder, type RowSink, type RowTables } from 'bedel-record/rows'

const threadFile = join(import.meta.dirname, 'rowThreadMain.ts')
const blockBytes = 262_144
/** Blocks that are on their way to the thread, or with it, before the reading of the file waits. */
const mostUnderWay = 8
/** Most that the thread's objects may take, in MB: ten times what a file of 1 GB needs. Spaces of bytes have their bounds in the row writer. */
const resourceLimits = { maxOldGenerationSizeMb: 128 }

/** What the thread is started with. */
export interface RowThreadData {
  tables: RowTables
  kinds: ReadonlyMap<string, ReturnType<RowOptions['kindOf']>>
}

/** What the thread sends: the space of a block that it has read, the next bytes of a file, and null after the last of them. */
export type FromRowThread = { space: ArrayBuffer } | { table: string; bytes: ArrayBuffer } | null

/** Whether there can be such a thread: the package of the offline check is one file and has none. */
export const hasRowThread = existsSync(threadFile)

export interface RowThread {
  /** Starts it; gives what takes the rows. `write` is called here, between two pieces of the file. */
  start(tables: RowTables, files: Pick<RowOptions, 'kindOf' | 'write'>): RowSink
  /** Waits where the thread is far behind. Throws what it, or writing, has failed with, and what the signal says. */
  keepUp(): Promise<void>
  /** Waits until everything is written. Throws as `keepUp` does. */
  finish(): Promise<void>
  /** Ends the thread, whatever it is at. Nothing is written afterwards. */
  stop(): Promise<void>
}

/** Says when something has changed, to all who wait for it. */
const createBell = () => {
  let next = Promise.withResolvers<void>()
  return {
    ring: (): void => {
      next.resolve()
      next = Promise.withResolvers()
    },
    heard: (): Promise<void> => next.promise,
  }
}

/**
 * A thread that makes the Parquet files of one record of its rows, while the file is read and checked on this one. It is made
 * for one file: to start it and to make it warm takes an eighth of a second of the processor, which a large file does not show, and
 * nothing of one provider's file, nor memory of the thread, is kept until the next one comes.
 */
export const createRowThread = (signal: AbortSignal): RowThread => {
  const bell = createBell()
  const spaces: ArrayBuffer[] = []
  let thread: Worker | undefined
  let underWay = 0
  let isWritten = false
  let isStopped = false
  let fault: { error: unknown } | undefined

  const fail = (error: unknown): void => {
    fault ??= { error }
    bell.ring()
  }

  const hear = (message: FromRowThread, write: RowOptions['write']): void => {
    if (message === null) isWritten = true
    else if ('bytes' in message) {
      write(message.table, new Uint8Array(message.bytes))
      // Free at once: a check makes so little garbage that this would lie about until the file's end.
      message.bytes.transfer(0)
    } else {
      underWay--
      // One that was made larger for a long text is not kept.
      if (message.space.byteLength === blockBytes) spaces.push(message.space)
    }
  }

  const until = async (isReached: () => boolean): Promise<void> => {
    for (;;) {
      signal.throwIfAborted()
      if (fault !== undefined) throw fault.error
      if (isReached()) return
      await bell.heard()
    }
  }

  const startThread = (workerData: RowThreadData, write: RowOptions['write']): Worker => {
    const started = new Worker(threadFile, { workerData, resourceLimits })
    started.on('message', (message: FromRowThread) => {
      if (isStopped || fault !== undefined) return
      try {
        hear(message, write)
        bell.ring()
      } catch (error) {
        fail(error)
      }
    })
    started.on('error', fail)
    started.on('exit', code => fail(new Error(`The thread that writes rows has ended with code ${code}.`)))
    signal.addEventListener('abort', bell.ring)
    return started
  }

  return {
    start: (tables, { kindOf, write }) => {
      const own = tables.map(({ name, columns }) => ({ name, columns }))
      const kinds = new Map(own.flatMap(({ columns }) => columns.map(column => [column, kindOf(column)])))
      const started = startThread({ tables: own, kinds }, write)
      thread = started
      return new RowRecorder(own, {
        take: least => {
          if (least > blockBytes) return new ArrayBuffer(least)
          return spaces.pop() ?? new ArrayBuffer(blockBytes)
        },
        give: block => {
          underWay++
          started.postMessage(block, [block.buffer])
        },
        end: () => started.postMessage(null),
      })
    },
    keepUp: () => until(() => underWay <= mostUnderWay),
    finish: () => until(() => isWritten),
    stop: async () => {
      isStopped = true
      signal.removeEventListener('abort', bell.ring)
      await thread?.terminate()
    },
  }
}
