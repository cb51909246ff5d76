export { Hidden, hiddenClass } from './Hidden.tsx'
