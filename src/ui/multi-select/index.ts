export type { Option } from '../options/index.ts'
export { MultiSelect, type MultiSelectProps } from './MultiSelect.tsx'
