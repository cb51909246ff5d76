import type { Permission } from '../../domain/permissions.ts'
import type { SubmissionMode, SubmissionPage } from '../../domain/status.ts'

/** The permission that each page of a submission needs (specification 2 §6); undefined: the mode has no such page. */
export const pagePermissions: Record<SubmissionMode, Record<SubmissionPage, Permission | undefined>> = {
  live: {
    upload: 'collections.ingestion',
    processing: 'collections.ingestion',
    reports: 'collections.reports',
    submit: 'collections.approval-and-sign-off',
    approval: 'collections.approval-and-sign-off',
    signoff: 'collections.approval-and-sign-off',
  },
  ovt: {
    upload: 'online-validation.ingestion-ovt',
    processing: 'online-validation.processing-ovt',
    reports: 'online-validation.reports-ovt',
    submit: undefined,
    approval: undefined,
    signoff: undefined,
  },
}

/** Whether the viewer may see the page at all; statutory customers hold none of the others' permissions. */
export const mayView = (
  page: SubmissionPage,
  mode: SubmissionMode,
  may: (permission: Permission) => boolean,
): boolean => {
  const permission = pagePermissions[mode][page]
  return permission !== undefined && may(permission)
}
