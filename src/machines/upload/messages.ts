import { message } from '../../messages/message.ts'

/** What is read out while a file is checked (specification 2 §5). */
export const announcements = {
  validating: message('problems', 'check.validating'),
  failed: message('problems', 'check.failed'),
} as const
