export { DataTable } from './DataTable.tsx'
export {
  type CellValue,
  type DataColumn,
  type DataTableProps,
  type SortDirection,
  type TableState,
  tableState,
} from './types.ts'
