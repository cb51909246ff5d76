export type { Option, OptionGroup, Options } from '../options/index.ts'
export { Select, type SelectProps } from './Select.tsx'
