export { Time, type TimeProps } from './Time.tsx'
