export {
  createSupportSessions,
  type SupportSession,
  type SupportSessions,
  supportNotification,
} from './sessions.ts'
export { createSupportWaiting } from './waiting.ts'
