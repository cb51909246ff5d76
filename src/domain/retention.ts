import { hasTag, isSignedOff, isUploading, type StatusName, statusIdsWhere } from './status.ts'

/*
 * Which uploads lose their content (decisions §20): those that a later one has superseded, when their collection has been archived, or
 * sooner where the operator sets a number of days. The status, the history and the results of the rules stay.
 */

/** Days after the archiving of a collection: it may have been a mistake, and an archived collection can be reopened. */
export const keptAfterArchivingDays = 7

/** Whether the content of a superseded upload may go: nothing is being done with it. A record that was ever signed off stays. */
export const isRemovable = (status: StatusName): boolean =>
  !hasTag(status, 'busy') && !isUploading(status) && !isSignedOff(status)

/** Ids of the statuses for which {@link isRemovable} holds, and of those that mean signed off. */
export const removableIds = statusIdsWhere(({ name }) => isRemovable(name))
export const signedOffIds = statusIdsWhere(({ name }) => isSignedOff(name))
