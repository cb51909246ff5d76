import { parentPort, workerData } from 'node:worker_threads'
// Not by the engine's main entry: loading all of it would take twice as long.
import { type RowBlock, RowPlayer, RowWriter } from 'bedel-record/rows'
import { compressPage } from './compressPage.ts'
import type { FromRowThread, RowThreadData } from './rowThread.ts'

/** The thread of `rowThread.ts`: makes the files' bytes of the rows that it is sent, and sends them back in the order in which they are written. */
const port = parentPort
if (port === null) throw new Error('This file is for a thread.')
const { tables, kinds } = workerData as RowThreadData

const send = (message: FromRowThread, moved: ArrayBuffer[] = []): void => port.postMessage(message, moved)

const writer = new RowWriter(tables, {
  kindOf: column => kinds.get(column) ?? 'text',
  write: (table, bytes) => {
    const own = bytes.slice().buffer
    send({ table, bytes: own }, [own])
  },
  ...(compressPage && { compress: compressPage }),
})
const player = new RowPlayer(tables, writer)

port.on('message', (block: RowBlock | null) => {
  if (block !== null) {
    player.play(block)
    send({ space: block.buffer }, [block.buffer])
    return
  }
  writer.end()
  send(null)
})
