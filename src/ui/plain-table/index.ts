export { type PlainColumn, PlainTable, type PlainTableProps } from './PlainTable.tsx'
