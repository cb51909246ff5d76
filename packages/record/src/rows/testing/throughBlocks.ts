import { RowPlayer, RowRecorder } from '../rowBlocks.ts'
import type { RowSink, RowTables } from '../rowSink.ts'

/** A sink that leads to another through blocks of so many bytes, each of which is moved on its way, as to another thread. */
export const throughBlocks = (tables: RowTables, sink: RowSink, blockBytes: number): RowSink => {
  const player = new RowPlayer(tables, sink)
  return new RowRecorder(tables, {
    take: least => new ArrayBuffer(Math.max(least, blockBytes)),
    give: block => player.play(structuredClone(block, { transfer: [block.buffer] })),
    end: () => sink.end(),
  })
}
