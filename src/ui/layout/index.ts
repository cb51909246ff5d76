export {
  Columns,
  type ColumnsProps,
  Divider,
  type Gap,
  type LayoutProps,
  Prose,
  Row,
  type RowProps,
  Stack,
} from './Layout.tsx'
