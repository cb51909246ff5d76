import * as z from 'zod/mini'
import { type CollectionStateName, collectionStateNames } from '../collection.ts'
import { type IssueSubject, issueSubjects } from '../issue.ts'
import { type StatusName, statusById, statusOf } from '../status.ts'
import { instId, uuid } from './common.ts'

/** The facts that the guards of an issue read, so that the browser asks the same chart. */
export const issueFacts = z.object({
  issueId: uuid,
  instId,
  subject: z.enum(issueSubjects),
  regulatorCode: z.string(),
  collectionState: z.enum(collectionStateNames),
  allowsIssues: z.boolean(),
  isLatest: z.boolean(),
  latestStatusId: z.nullable(z.number()),
  isOutside: z.boolean(),
  isExplained: z.boolean(),
  isInWork: z.boolean(),
  /** Left out unless the viewer is the person who asked for an override. */
  requesterId: z.optional(z.string()),
})
export type IssueFactsWire = z.output<typeof issueFacts>

/** The facts for the wire, as one person reads them: who asked for an override is named to that person alone. */
export const issueFactsToWire = (
  userId: string,
  {
    latestStatus,
    assigneeId: _assigneeId,
    requesterId,
    ...facts
  }: Omit<IssueFactsWire, 'latestStatusId' | 'requesterId'> & {
    latestStatus: StatusName | undefined
    assigneeId: string | undefined
    requesterId: string | undefined
  },
): IssueFactsWire => ({
  ...facts,
  latestStatusId: latestStatus === undefined ? null : statusOf(latestStatus).id,
  ...(requesterId === userId ? { requesterId } : {}),
})

/** The facts as the chart knows them, from the wire; whose an issue is no guard reads. */
export const issueFactsFromWire = ({ latestStatusId, requesterId, ...facts }: IssueFactsWire) => ({
  ...facts,
  assigneeId: undefined,
  requesterId,
  latestStatus: latestStatusId === null ? undefined : statusById(latestStatusId)?.name,
})

/**
 * The facts of an issue that nobody has raised yet, put together of what the server has said of the submission, the
 * collection, and the line of the quality report or the credibility report.
 */
export const factsToRaise = (of: {
  instId: string
  subject: IssueSubject
  regulatorCode: string
  isOutside: boolean
  isLatest: boolean
  allowsIssues: boolean
  collectionState: IssueFactsWire['collectionState']
  latestStatus: StatusName | undefined
}) => ({
  ...of,
  issueId: '',
  isExplained: false,
  assigneeId: undefined,
  isInWork: false,
  requesterId: undefined,
})

/**
 * The facts of an issue as its row tells them: enough to ask the chart who may explain it. What no guard of that event reads
 * is as for an issue that could go on.
 */
export const factsOfRow = ({
  id,
  collection,
  provider,
  subject,
  regulator,
  isExplained,
}: {
  id: string
  collection: { state: CollectionStateName }
  provider: { instId: string }
  subject: IssueSubject
  regulator: { id: string }
  isExplained: boolean
}) => ({
  issueId: id,
  instId: provider.instId,
  subject,
  regulatorCode: regulator.id,
  collectionState: collection.state,
  allowsIssues: true,
  isLatest: true,
  latestStatus: undefined,
  isOutside: true,
  isExplained,
  assigneeId: undefined,
  isInWork: false,
  requesterId: undefined,
})
