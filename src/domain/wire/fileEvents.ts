import { type AwaitingPartyId, awaitingParty } from '../awaitingParty.ts'
import { hasTag, statuses, statusNameOf, statusOf } from '../status.ts'
import type { MonitoringRow } from './collections.ts'
import { type FactsWire, withSharedFacts } from './facts.ts'
import type { InspectedSubmission } from './inspection.ts'
import { type FileEvent, type LiveMessage, tellsOfIssuesIn } from './live.ts'
import type { ProviderListRow, SubmissionWire } from './submissions.ts'

/** Whether two facts are about submissions of one provider in one mode. */
const isRelated = (own: FactsWire, event: MovedSubmission): boolean =>
  own.instId === event.instId && own.mode === event.facts.mode

/** Whether the submission is none any more: a nil return was withdrawn (decisions §12). */
export const isWithdrawn = ({ status }: Pick<FileEvent, 'status'>): boolean =>
  statusNameOf(status.id) === 'UNKNOWN'

/** A provider's list after a live message: the row that it is about moves at once, the others learn what they share. */
export const listAfter = (rows: readonly ProviderListRow[], event: FileEvent): ProviderListRow[] =>
  rows
    .filter(row => !isWithdrawn(event) || row.Uuid !== event.submissionId)
    .map(row => {
      if (row.CollectionId !== event.collectionId || !isRelated(row.Facts, event)) return row
      if (row.Uuid !== event.submissionId) return { ...row, Facts: withSharedFacts(row.Facts, event.facts) }
      if (event.version < row.Version) return row
      const { id, code, name } = event.status
      const entry = { StatusId: id, Code: code, Actioned: event.occurredAt }
      return {
        ...row,
        Status: { Id: id, Code: code, Name: name },
        StateHistory: row.Status.Id === id ? row.StateHistory : [...row.StateHistory, entry],
        IsLatest: event.isLatest,
        Version: event.version,
        Facts: event.facts,
      }
    })

/** Whether the list has to be asked for again: a submission came that it does not hold, or results of which it has no figures. */
export const isListBehind = (rows: readonly ProviderListRow[], event: FileEvent): boolean => {
  const row = rows.find(({ Uuid }) => Uuid === event.submissionId)
  return row === undefined || (row.Rules === null && hasTag(statusNameOf(event.status.id), 'processed'))
}

/** Whether a file of the collection came to rest, of either mode: while one is processed its steps change only itself. */
export const restsIn = (collectionId: string, event: FileEvent): boolean =>
  event.collectionId === collectionId && !hasTag(statusNameOf(event.status.id), 'busy')

/**
 * Whether what is drawn of a whole collection has to be asked for again: a live file of it came to rest. While one is
 * processed its steps change nothing there, and hundreds of files are processed at once.
 */
export const isOverviewBehind = (collectionId: string, event: FileEvent): boolean =>
  event.facts.mode === 'live' && restsIn(collectionId, event)

/** Whether what the rules come to over a collection's providers is behind, too: an override of an issue decides of it as well. */
export const areRulesBehind = (collectionId: string, message: LiveMessage): boolean =>
  tellsOfIssuesIn(message, collectionId) ||
  (message.type === 'FILE_EVENT' && isOverviewBehind(collectionId, message))

/** Whether what is listed of a collection's files has to be asked for again: one is sent, has arrived, or came to rest. */
export const isFileListBehind = (collectionId: string, event: FileEvent): boolean =>
  restsIn(collectionId, event) ||
  (event.collectionId === collectionId && statusOf(statusNameOf(event.status.id)).group === 'ingestion')

/**
 * Whether the steps at which the providers of a collection stand have to be counted again: a live file came to rest, or it
 * has come to another group of statuses, with whose first status another step begins.
 */
export const isStepSummaryBehind = (collectionId: string, event: FileEvent): boolean => {
  if (isOverviewBehind(collectionId, event)) return true
  const { name, group } = statusOf(statusNameOf(event.status.id))
  const first = statuses.find(status => status.group === group)
  return event.collectionId === collectionId && event.facts.mode === 'live' && first?.name === name
}

/** A submission that came to a status, as a live message tells it or the answer to an action does. */
export type MovedSubmission = Omit<FileEvent, 'type' | 'sequence' | 'copiedFrom'>

/** What the answer to an action tells of where its submission stands now; `awaits` is whom that status awaits, in words. */
export const movedByAnswer = (
  { uuid, provider, collection, status, stateHistory, isLatest, version, facts }: SubmissionWire,
  awaits: (partyId: AwaitingPartyId) => string,
): MovedSubmission => {
  const { isFormReturned, collectionState } = facts
  const { id } = awaitingParty(statusNameOf(status.id), {
    isFormReturned: isFormReturned === true,
    collectionState,
  })
  return {
    submissionId: uuid,
    instId: provider.instId,
    collectionId: collection.id,
    occurredAt: stateHistory.at(-1)!.Actioned,
    status,
    awaitingParty: { id, name: awaits(id) },
    isLatest,
    version,
    facts,
  }
}

/** The inspector's list after a live message: the submission that it is about moves at once. */
export const inspectedAfter = (
  rows: readonly InspectedSubmission[],
  event: FileEvent,
): InspectedSubmission[] =>
  rows.map(row =>
    row.submissionId === event.submissionId && event.occurredAt >= row.since
      ? {
          ...row,
          statusId: event.status.id,
          since: row.statusId === event.status.id ? row.since : event.occurredAt,
          isLatest: event.isLatest,
          hasStoredFile: event.facts.hasStoredFile,
          facts: event.facts,
        }
      : row,
  )

/** The rows of the monitoring page after a submission has moved on. */
export const monitoringAfter = (rows: readonly MonitoringRow[], event: MovedSubmission): MonitoringRow[] =>
  rows.map(row => {
    if (row.collection.id !== event.collectionId || !isRelated(row.facts, event)) return row
    const latest = row.latestSubmission
    if (latest?.uuid !== event.submissionId) return { ...row, facts: withSharedFacts(row.facts, event.facts) }
    if (event.version < latest.version) return row
    if (isWithdrawn(event))
      return {
        ...row,
        latestSubmission: null,
        furthestSubmission: row.furthestSubmission?.uuid === latest.uuid ? null : row.furthestSubmission,
        awaitingParty: event.awaitingParty,
        facts: event.facts,
      }
    const isSame = latest.status.id === event.status.id
    const moved = {
      ...latest,
      status: event.status,
      version: event.version,
      ...(isSame ? {} : { statusSince: event.occurredAt }),
    }
    return {
      ...row,
      latestSubmission: moved,
      furthestSubmission: row.furthestSubmission?.uuid === latest.uuid ? moved : row.furthestSubmission,
      awaitingParty: event.awaitingParty,
      facts: event.facts,
    }
  })

/**
 * Whether the monitoring rows have to be asked for again: another submission is the latest now, or has come farthest, or
 * processing came to an end, which brings counts and files. A decision brings nothing that is not told with it, and what we
 * already know of the event is not asked for.
 */
export const isMonitoringBehind = (rows: readonly MonitoringRow[], event: MovedSubmission): boolean => {
  const row = rows.find(({ facts }) => isRelated(facts, event))
  const latest = row?.latestSubmission
  if (latest?.uuid !== event.submissionId) return event.isLatest
  if (!event.isLatest || row?.furthestSubmission?.uuid !== latest.uuid) return true
  const [before, after] = [statusNameOf(latest.status.id), statusNameOf(event.status.id)]
  return event.version > latest.version && !hasTag(before, 'processed') && !hasTag(after, 'busy')
}

/**
 * Whether a submission has to be asked for again after a live message: it has moved on beyond what is known of it, or has
 * been copied.
 */
export const isSubmissionBehind = (
  known: { version: number } | undefined,
  submissionId: string | undefined,
  event: Pick<FileEvent, 'submissionId' | 'version' | 'copiedFrom'>,
): boolean =>
  event.submissionId === submissionId
    ? event.version > (known?.version ?? 0)
    : event.copiedFrom !== undefined && event.copiedFrom === submissionId
