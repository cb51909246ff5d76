export { OptionList } from './OptionList.tsx'
export { findOption, type Option, type OptionGroup, type Options } from './options.ts'
