export { OptionList } from './OptionList.tsx'
export { findOption, isGrouped, type Option, type OptionGroup, type Options } from './options.ts'
