export type { Option } from '../options/index.ts'
export { RadioGroup, type RadioGroupProps } from './RadioGroup.tsx'
