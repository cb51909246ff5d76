export { Announcer, announce, type Urgency } from './Announcer.tsx'
