export { Hidden } from './Hidden.tsx'
