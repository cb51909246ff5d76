export { createWorkbookMaker, workbookKey } from './maker.ts'
export {
  findWorkbook,
  type KeptWorkbook,
  requestWorkbook,
  type WorkbookChoice,
  workbooksFor,
} from './requests.ts'
export { type CellValue, workbook } from './xlsx.ts'
