export type { Option, OptionGroup, Options } from '../options/index.ts'
export { ComboBox, type ComboBoxProps } from './ComboBox.tsx'
