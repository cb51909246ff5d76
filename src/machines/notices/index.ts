export { isNoticeFor } from './guards.ts'
export { type NoticesMachine, noticesMachine } from './machine.ts'
export { selectUnread } from './selectors.ts'
export type * from './types.ts'
