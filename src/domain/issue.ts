import { type Message, message } from '../messages/message.ts'
import type { OrganisationType } from './organisation.ts'
import { product } from './product.ts'
import type { Awaited, StatusTone } from './status.ts'

/**
 * Issues: a rule outside tolerance, or a report with shaded cells, that provider, agency and regulator talk about until
 * it is settled (specification 2 §4.6, decisions §11). One belongs to a provider, a collection, a rule or report, and a
 * regulator, and outlives the submission that it was raised from.
 */

/** What an issue is about. */
export const issueSubjects = ['rule', 'report'] as const
export type IssueSubject = (typeof issueSubjects)[number]

/** The groups of the issue's chart; its compiler check (`machines/issue/state.ts`) holds the rows to the chart. */
export type IssueStage = 'none' | 'creating' | 'active' | 'closed'

/**
 * open: counted among the open issues; closed: settled, with a resolution; beingEntered: what is written meanwhile is told to the
 * tracker when it has taken the issue in.
 */
export type IssueTag = 'open' | 'closed' | 'beingEntered'

interface Row {
  stage: IssueStage
  awaits: Awaited
  tone: StatusTone
  tags: readonly IssueTag[]
}

const row = <const S extends IssueStage, const Tags extends readonly IssueTag[]>(
  stage: S,
  awaits: Awaited,
  tone: StatusTone,
  tags: Tags,
) => ({ stage, awaits, tone, tags })

/** The one table of the statuses of an issue: the stage of the chart, who acts next, tone and tags. */
export const issueStatusTable = {
  NONE: row('none', 'nobody', 'neutral', []),
  PENDING: row('creating', 'system', 'waiting', ['open', 'beingEntered']),
  FAILED: row('creating', 'provider', 'failed', []),
  OPEN: row('active', 'nobody', 'waiting', ['open']),
  AWAITING_PROVIDER: row('active', 'provider', 'attention', ['open']),
  AWAITING_AGENCY: row('active', 'agency', 'waiting', ['open']),
  AWAITING_STATUTORY_CUSTOMER: row('active', 'statutoryCustomer', 'waiting', ['open']),
  OVERRIDE_DECLINED: row('active', 'provider', 'attention', ['open']),
  OVERRIDE_REQUESTED: row('active', 'agency', 'waiting', ['open']),
  OVERRIDE_GRANTED: row('closed', 'nobody', 'good', ['closed']),
  DATA_CORRECTED: row('closed', 'nobody', 'good', ['closed']),
  KNOWN_ISSUE: row('closed', 'nobody', 'good', ['closed']),
  WITHDRAWN: row('closed', 'nobody', 'neutral', ['closed']),
} as const satisfies Record<string, Row>

type Table = typeof issueStatusTable
export type IssueStatus = keyof Table
export const issueStatuses = Object.keys(issueStatusTable) as IssueStatus[]

/** Whether somebody has raised it. */
export const isIssueRaised = (status: IssueStatus): boolean => status !== 'NONE'

/** The statuses of an issue that was raised. */
export const raisedIssueStatuses = (): readonly IssueStatus[] =>
  issueStatuses.filter(status => isIssueRaised(status))

/** Tags of an issue's status, as the chart carries them. */
export const issueTagsOf = <Name extends IssueStatus>(name: Name): Table[Name]['tags'] =>
  issueStatusTable[name].tags

/**
 * What new results report of a rule or report that has an issue (decisions §11). Nothing where they do not have it: a ruleset
 * without a rule settles nothing. And nothing of one that is inside in results of the same file: its tolerance was changed,
 * the data were not.
 */
export const newsOfResults = ({
  isThere,
  isOutside,
  isSameFile,
}: {
  isThere: boolean
  isOutside: boolean
  isSameFile: boolean
}): 'RESULTS_OUTSIDE' | 'RESULTS_INSIDE' | undefined => {
  if (!isThere) return undefined
  if (isOutside) return 'RESULTS_OUTSIDE'
  return isSameFile ? undefined : 'RESULTS_INSIDE'
}

const hasTag = (name: IssueStatus, tag: IssueTag): boolean =>
  (issueStatusTable[name].tags as readonly IssueTag[]).includes(tag)
const statusesWith = (tag: IssueTag): readonly IssueStatus[] =>
  issueStatuses.filter(name => hasTag(name, tag))

/** Statuses by what a list is narrowed to: one of them, or all that are open or closed. */
export const issueStatusesIn = (group: IssueStatus | 'open' | 'closed'): readonly IssueStatus[] =>
  group === 'open' || group === 'closed' ? statusesWith(group) : [group]

/** The statuses that count as open issues. */
export const openIssueStatuses = (): readonly IssueStatus[] => statusesWith('open')

/** The statuses in which an issue is being entered in the tracker. */
export const enteringStatuses = (): readonly IssueStatus[] => statusesWith('beingEntered')

/** Whether it is being entered in the tracker. */
export const isBeingEntered = (status: IssueStatus): boolean => hasTag(status, 'beingEntered')

const awaitedOf = {
  provider: 'provider',
  agency: 'agency',
  statutory_customer: 'statutoryCustomer',
} as const satisfies Record<OrganisationType, Awaited>

/** The statuses in which an issue awaits organisations of a kind. */
export const issueStatusesAwaiting = (type: OrganisationType): readonly IssueStatus[] =>
  issueStatuses.filter(name => issueStatusTable[name].awaits === awaitedOf[type])

/**
 * What stands in the column Issue status (specification 2 §4.6): the resolution of one that is closed, the status of one
 * that is open, "In Progress" and "Failed to create" of one that is being created.
 */
export const issueStatusLabel = (name: IssueStatus): Message =>
  message('issue', `status.${name}`, { product: product.name })

/** Address of an issue's page in the portal. */
export const issuePage = (issueId: string): string => `/issues/${issueId}`

/**
 * Where the register shows an issue (specification 2 §3 "issue tracker link"); null as long as it has not taken it in. The
 * register is this portal, whose addresses are without an origin, or the tracker that gave the issue an address.
 */
export const issueLink = (
  issueId: string,
  status: IssueStatus,
  trackerLink: string | null,
): string | null => {
  const { stage } = issueStatusTable[status]
  return stage === 'active' || stage === 'closed' ? (trackerLink ?? issuePage(issueId)) : null
}

/** Resolutions with which the agency or a regulator closes an issue by hand (decisions §11). */
export const closingResolutions = ['KNOWN_ISSUE', 'DATA_CORRECTED'] as const
export type ClosingResolution = (typeof closingResolutions)[number]

/** Names of resolutions in a tracker that say that the data were mended; any other lets the data stand. */
const mendedInTracker = ['done', 'fixed', 'resolved', 'completed', 'datacorrected']

/** With which resolution an issue is closed that the tracker calls done, by the name of its resolution there. */
export const resolutionOfTracker = (name: string | undefined): ClosingResolution =>
  mendedInTracker.includes(name?.toLowerCase().replace(/[^a-z]/g, '') ?? '')
    ? 'DATA_CORRECTED'
    : 'KNOWN_ISSUE'

/** Who a comment can ask to answer. */
export const askableParties = ['provider', 'agency', 'statutoryCustomer'] as const
export type AskableParty = (typeof askableParties)[number]
