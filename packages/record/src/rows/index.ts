export { type RowBlock, RowPlayer, RowRecorder } from './rowBlocks.ts'
export type { RowSink, RowTables } from './rowSink.ts'
export { type RowOptions, RowWriter, writeRows } from './rowWriter.ts'
export type { ColumnKind } from './tableRows.ts'
