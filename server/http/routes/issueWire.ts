import { allowanceOf } from '../../../src/domain/allowance.ts'
import { collectionStateById } from '../../../src/domain/collection.ts'
import { issueLink, issueStatusLabel } from '../../../src/domain/issue.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { product } from '../../../src/domain/product.ts'
import { isOutside } from '../../../src/domain/tolerance.ts'
import { toleranceLabel } from '../../../src/domain/toleranceLabel.ts'
import { issueFactsToWire } from '../../../src/domain/wire/issueFacts.ts'
import {
  type IssueReference,
  type IssueRow as IssueRowWire,
  issueStatusToWire,
} from '../../../src/domain/wire/issueList.ts'
import type { IssueWire } from '../../../src/domain/wire/issues.ts'
import { type IssueEventType, type IssueFacts, issueEventMessage } from '../../../src/machines/issue/index.ts'
import { type Message, message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type {
  EventRow,
  FiguresRow,
  IssueRow,
  LastExplanationRow,
  ReportFiguresRow,
} from '../../database/queries/issues.ts'
import { inLanguage } from '../../messages.ts'
import { namedActing } from '../../names.ts'

type Code = IssueRow['status']

/** What the system did, in the name of the product. */
const bySystem = message('issue', 'bySystem', { product: product.name })

const statusIn = (language: Language, code: Code): IssueReference['status'] =>
  issueStatusToWire(code, inLanguage(language, issueStatusLabel(code)))

/** An issue as a row of the quality report names it. */
export const issueReference = (
  { id, status, tracker_link }: Pick<IssueRow, 'id' | 'status' | 'tracker_link'>,
  language: Language,
): IssueReference => ({ id, status: statusIn(language, status), link: issueLink(id, status, tracker_link) })

/** A row of the list of issues, for a viewer. */
export const issueRowWire = (viewer: UserPrincipal, row: IssueRow, language: Language): IssueRowWire => ({
  ...issueReference(row, language),
  collection: {
    id: row.collection_id,
    reference: row.collection_reference,
    name: row.collection_name,
    state: collectionStateById(row.collection_state_id)?.name ?? 'Closed',
  },
  provider: { instId: row.inst_id, name: row.provider_name },
  subject: row.subject,
  code: row.code,
  name: row.name,
  regulator: { id: row.regulator_code, name: row.regulator_name },
  isExplained: row.is_explained,
  explanation: row.explanation,
  assignee:
    row.assignee_name === null
      ? null
      : namedActing(language, viewer, {
          person: row.assignee_name,
          organisation: { id: row.inst_id, name: row.provider_name },
        }),
  isAssignedToMe: row.assignee_id === viewer.userId,
  isInWork: row.is_in_work,
  raisedAt: row.raised_utc.toISOString(),
  raisedBy:
    row.raiser_id === null
      ? inLanguage(language, bySystem)
      : namedActing(language, viewer, { person: row.raised_by, organisation: row.raiser_organisation }),
  isMine: row.raiser_id === viewer.userId,
  updatedAt: row.updated_utc.toISOString(),
  version: row.version,
})

/** The system's name; who wrote in the tracker is named to the agency, whose tracker it is. */
const systemName = (viewer: UserPrincipal, { author }: Pick<EventRow, 'author'>): Message => {
  if (author === null) return bySystem
  const named = viewer.organisationType === 'agency' ? author : product.name
  return message('server', 'tracker.by', { author: named })
}

const entryWire = (viewer: UserPrincipal, event: EventRow, language: Language) => ({
  sequence: event.sequence,
  event: event.event,
  name: inLanguage(language, issueEventMessage(event.event as IssueEventType)),
  at: event.occurred_utc.toISOString(),
  by:
    event.actor.kind === 'system'
      ? inLanguage(language, systemName(viewer, event))
      : namedActing(language, viewer, { person: event.actor.name, organisation: event.organisation }),
})

type Figures = IssueWire['figures'][number]

const ruleFigures = (
  { submission_id, uploaded, is_latest, result }: FiguresRow,
  language: Language,
): Figures => ({
  submissionId: submission_id,
  uploaded: uploaded.toISOString(),
  isLatest: is_latest,
  populationCount: result.populationCount,
  failureCount: result.failureCount,
  isOutside: isOutside(result),
  tolerance: inLanguage(language, toleranceLabel(result.tolerance, result.measuredIn)),
  isProviderToleranceOverride: result.isProviderToleranceOverride,
  measured:
    result.measuredPercent === null
      ? null
      : {
          percent: result.measuredPercent,
          change: result.measuredIn ?? 'percent',
          now: result.measuredNow ?? null,
          before: result.measuredBefore ?? null,
        },
  allowed: allowanceOf(result.tolerance, result.populationCount),
})

const shadedCells = ({ submission_id, uploaded, is_latest, failure_count }: ReportFiguresRow): Figures => ({
  submissionId: submission_id,
  uploaded: uploaded.toISOString(),
  isLatest: is_latest,
  populationCount: null,
  failureCount: failure_count,
  isOutside: failure_count > 0,
  tolerance: null,
  isProviderToleranceOverride: false,
  measured: null,
  allowed: null,
})

/** What was explained in the collection before; null where nothing was. */
export const lastExplanationWire = (found: LastExplanationRow | undefined): IssueWire['lastExplanation'] =>
  found ? { collection: found.collection, text: found.text, at: found.occurred_utc.toISOString() } : null

/** One issue with everything that has been said and measured, for a viewer. */
export const issueWire = (
  viewer: UserPrincipal,
  found: {
    row: IssueRow
    events: readonly EventRow[]
    /** Of a rule. */
    figures: readonly FiguresRow[]
    reportFigures: readonly ReportFiguresRow[]
    lastExplanation: LastExplanationRow | undefined
    facts: IssueFacts
  },
  language: Language,
): IssueWire => {
  const { row, events, figures, reportFigures, lastExplanation, facts } = found
  const latest = figures[0]?.result
  return {
    ...issueRowWire(viewer, row, language),
    description: latest?.description ?? null,
    guidanceUrl: latest?.guidanceUrl ? latest.guidanceUrl : null,
    tolerance: latest
      ? {
          text: inLanguage(language, toleranceLabel(latest.tolerance, latest.measuredIn)),
          measuredIn: latest.measuredIn ?? null,
          parts: latest.tolerance.parts.map(({ type, from, to }) => ({
            toleranceTypeId: type,
            toleranceFrom: from,
            toleranceTo: to,
          })),
        }
      : null,
    lastExplanation: lastExplanationWire(lastExplanation),
    wantedTolerance: row.wanted_tolerance
      ? inLanguage(language, toleranceLabel(row.wanted_tolerance, latest?.measuredIn))
      : null,
    figures: [...figures.map(figure => ruleFigures(figure, language)), ...reportFigures.map(shadedCells)],
    comments: events.flatMap(event =>
      event.text === null
        ? []
        : [{ ...entryWire(viewer, event, language), text: event.text, attachments: event.attachments }],
    ),
    history: events.map(event => ({
      ...entryWire(viewer, event, language),
      from: statusIn(language, event.from_status),
      to: statusIn(language, event.to_status),
    })),
    facts: issueFactsToWire(viewer.userId, facts),
  }
}
