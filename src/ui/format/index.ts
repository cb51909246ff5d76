export { formatBytes, formatBytesOf, formatCount, formatShare } from './format.ts'
