export {
  Columns,
  type ColumnsProps,
  type Gap,
  type LayoutProps,
  Row,
  type RowProps,
  Stack,
} from './Layout.tsx'
