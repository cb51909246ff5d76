import { modePermissions } from '../../domain/permissions.ts'
import { listOvtSubmissions, listSubmissions } from '../../domain/wire/submissions.ts'

/** Of each mode: where its pages are, who may see and upload, and the call for its submissions (specification 2 §6, §7.2). */
export const modes = {
  live: { area: 'submissions', ...modePermissions.live, list: listSubmissions },
  ovt: { area: 'online-validation', ...modePermissions.ovt, list: listOvtSubmissions },
} as const
