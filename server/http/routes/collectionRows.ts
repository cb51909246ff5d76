import {
  type CollectionStateName,
  collectionStateById,
  collectionStateOf,
  deletedLast,
} from '../../../src/domain/collection.ts'
import { activityLabel, collectionStateLabel, statusLabel } from '../../../src/domain/labels.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import {
  furthestOf,
  needsSomebody,
  stepNeed,
  summaryStepOf,
  summarySteps,
} from '../../../src/domain/progress.ts'
import { summaryStepLabel } from '../../../src/domain/progressLabels.ts'
import { isNilReturn, isSignedOff, statusNameOf } from '../../../src/domain/status.ts'
import type {
  ActivityLogEntry,
  CollectionWire,
  MonitoringRow,
  ProviderWire,
  RegulatorWire,
} from '../../../src/domain/wire/collections.ts'
import { factsSeenBy, factsToWire } from '../../../src/domain/wire/facts.ts'
import type { Facts } from '../../../src/machines/submission-lifecycle/index.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type {
  ActivityRow,
  CollectionRow,
  MonitoringSubmissionRow,
  ProviderRow,
  RegulatorRow,
  Standing,
} from '../../database/queries/collections.ts'
import { fromColumn, inLanguage } from '../../messages.ts'
import { namedActing, namedAwaitingParty, namedStatus } from '../../names.ts'

/** NIL_RETURN and SIGNED_OFF are the statuses of a collection that the screens ask for; any other is none. */
const collectionStatus = (latest: number | null): string | null => {
  if (latest === null) return null
  const name = statusNameOf(latest)
  if (isNilReturn(name)) return name
  return isSignedOff(name) ? 'SIGNED_OFF' : null
}

/** The state of a collection by id, with its name in a language. */
export const namedState = (language: Language, id: number): CollectionWire['state'] => ({
  id,
  name: inLanguage(language, collectionStateLabel(collectionStateById(id)?.name)),
})

/** A collection as calls answer it (specification 2 §3, §7.3), with the states that its reader may give it next. */
export const collectionWire = (
  row: CollectionRow,
  language: Language,
  {
    newSubmission = null,
    offered = [],
  }: {
    newSubmission?: CollectionWire['newSubmission']
    /** States that the reader may give it next. */
    offered?: readonly CollectionStateName[]
  } = {},
): CollectionWire => ({
  id: row.id,
  reference: row.reference,
  name: row.name,
  referencePeriodStart: row.reference_period_start,
  referencePeriodEnd: row.reference_period_end,
  state: namedState(language, row.state_id),
  availableStates: deletedLast(offered.map(name => namedState(language, collectionStateOf(name).id))),
  specification:
    row.specification_id === null
      ? null
      : { id: row.specification_id, name: row.specification_version ?? '' },
  record: row.record && { ...row.record, parts: [...row.record.parts] },
  allowSubmissions: row.allow_submissions,
  collectionStatus: collectionStatus(row.latest_status_id),
  collectionSubmissionCount: row.submission_count,
  disallowCreateIssues: row.disallow_create_issues,
  additionalReportsReleased: row.additional_reports_released,
  signsInPortal: row.signs_in_portal,
  approversDiffer: row.approvers_differ,
  stayTargets: row.stay_targets,
  supportContact: row.support_contact,
  submissionDeadline: row.submission_deadline,
  pauseReason: row.pause_reason,
  validationOn: row.validation_on,
  opensOn: row.opens_on,
  closesOn: row.closes_on,
  scheduleRefusal:
    row.schedule_refusal === null ? null : inLanguage(language, fromColumn(row.schedule_refusal)),
  newSubmission,
})

/** A provider as calls answer it; `institutionId` and `instId` are the same (specification 2 §3). */
export const providerWire = (row: ProviderRow): ProviderWire => ({
  institutionId: row.inst_id,
  instId: row.inst_id,
  name: row.name,
  publishedName: row.published_name,
  ukprn: row.ukprn,
  countryCode: row.country_code,
  regulatorCode: row.regulator_code,
  riskCode: row.risk_code,
  onboarded: row.onboarded,
})

/** A regulator as calls answer it; `regulatorCode` and `code` are the same (specification 1 §3). */
export const regulatorWire = (row: RegulatorRow): RegulatorWire => ({
  regulatorCode: row.code,
  code: row.code,
  shortName: row.short_name,
  name: row.name,
  regulatorTypeCode: row.type_code,
})

/** A line of the activity log, for a viewer. */
export const activityWire = (
  viewer: UserPrincipal,
  row: ActivityRow,
  language: Language,
): ActivityLogEntry => ({
  id: Number(row.id),
  instId: row.inst_id,
  providerName: row.provider_name,
  submissionUuid: row.submission_id,
  filename: row.filename,
  createdUtc: row.created_utc.toISOString(),
  username: namedActing(language, viewer, { person: row.username, organisation: row.organisation }),
  isAnonymised: row.is_anonymised,
  type: { id: row.type_id, name: inLanguage(language, activityLabel(row.type_id)) },
  collectionId: row.collection_id,
})

/** The same with the statuses before and after, which the agency alone reads by their exact names. */
export const activityWithChange = (
  viewer: UserPrincipal,
  row: ActivityRow,
  language: Language,
): ActivityLogEntry => {
  const named = (id: number) => ({ id, name: inLanguage(language, statusLabel(statusNameOf(id))) })
  const { from_status_id: from, to_status_id: to } = row
  return {
    ...activityWire(viewer, row, language),
    ...(from === null || to === null ? {} : { change: { from: named(from), to: named(to) } }),
  }
}

const submissionWire = (
  row: MonitoringSubmissionRow,
  language: Language,
): NonNullable<MonitoringRow['latestSubmission']> => ({
  uuid: row.id,
  fileName: row.file_name,
  uploaded: row.uploaded.toISOString(),
  fileHash: row.file_hash,
  status: namedStatus(language, statusNameOf(row.status_id)),
  studentCount: row.student_count,
  ...(row.status_since ? { statusSince: row.status_since.toISOString() } : {}),
  errorFileExists: row.has_error_file,
  isNilReturn: row.is_nil_return,
  copiedFrom: row.copied_from,
  version: row.version,
})

/** A provider of the monitoring page, with its latest and its furthest submission. */
export interface Monitored {
  provider: ProviderRow
  latest: MonitoringSubmissionRow | undefined
  furthest: MonitoringSubmissionRow | undefined
}

/** How a provider gets on in a collection. */
export interface ProviderPace {
  /** The provider's own last action, or when the collection opened. */
  silentSince: Date | null
  reminded: Date | null
}

/**
 * Which submissions came further than the latest one of their provider: their ids. Of all others the page shows nothing.
 */
export const furthestBefore = (latest: readonly Standing[], earlier: readonly Standing[]): string[] => {
  const byProvider = Map.groupBy([...latest, ...earlier], ({ inst_id }) => inst_id)
  return [...byProvider.values()].flatMap(own => {
    const furthest = furthestOf(own, ({ status_id, uploaded, is_latest }) => ({
      status: statusNameOf(status_id),
      uploaded,
      isLatest: is_latest,
    }))
    return furthest && !furthest.is_latest ? [furthest.id] : []
  })
}

/** Providers that a collection lists, each with its latest submission, and the one before it that came further. */
export const monitoredProviders = (
  providers: readonly ProviderRow[],
  latest: readonly MonitoringSubmissionRow[],
  further: readonly MonitoringSubmissionRow[],
): Monitored[] => {
  const byProvider = (rows: readonly MonitoringSubmissionRow[]) =>
    new Map(rows.map(row => [row.inst_id, row]))
  const [latestOf, furtherOf] = [byProvider(latest), byProvider(further)]
  return providers.map(provider => {
    const own = latestOf.get(provider.inst_id)
    return { provider, latest: own, furthest: furtherOf.get(provider.inst_id) ?? own }
  })
}

/** A row of the monitoring page, for a viewer. */
export const monitoringRow = (
  viewer: UserPrincipal,
  collection: { id: string; reference: string },
  { provider, latest, furthest, silentSince, reminded }: Monitored & ProviderPace,
  facts: Facts,
  openIssues: number,
  language: Language,
): MonitoringRow => {
  const latestSubmission = latest ? submissionWire(latest, language) : null
  return {
    // Named one by one: to leave some out of all of them takes as long as the rest of a row, of which there are hundreds.
    provider: {
      instId: provider.inst_id,
      name: provider.name,
      publishedName: provider.published_name,
      countryCode: provider.country_code,
      regulatorCode: provider.regulator_code,
      riskCode: provider.risk_code,
      issueCount: openIssues,
    },
    collection: { id: collection.id, reference: collection.reference },
    latestSubmission,
    furthestSubmission:
      furthest === latest ? latestSubmission : furthest ? submissionWire(furthest, language) : null,
    awaitingParty: namedAwaitingParty(language, latest ? statusNameOf(latest.status_id) : undefined, facts),
    silentSince: silentSince?.toISOString() ?? null,
    lastReminded: reminded?.toISOString() ?? null,
    facts: factsSeenBy(viewer.userId, factsToWire(facts)),
  }
}

/** Boxes of the step summary: how many providers stand at each step. */
export const stepSummaryOf = (
  rows: readonly MonitoringRow[],
  reader: 'agency' | 'statutoryCustomer',
  language: Language,
) =>
  summarySteps.map(step => {
    const here = rows.filter(
      ({ latestSubmission }) =>
        summaryStepOf(latestSubmission ? statusNameOf(latestSubmission.status.id) : undefined).id === step.id,
    )
    const codes = new Set(here.map(({ latestSubmission }) => latestSubmission?.status.code ?? 'UNKNOWN'))
    const instants = here.flatMap(({ latestSubmission }) =>
      latestSubmission ? [latestSubmission.uploaded] : [],
    )
    const name = inLanguage(language, summaryStepLabel(step.code))
    return {
      step: { id: step.id, name },
      status: codes.size === 1 ? ([...codes][0] ?? null) : null,
      name,
      count: here.length,
      needing: here.filter(({ latestSubmission, facts }) =>
        needsSomebody(
          {
            status: latestSubmission ? statusNameOf(latestSubmission.status.id) : undefined,
            operationalFailures: facts.blockers.operationalFailures,
            isFormReturned: facts.isFormReturned === true,
          },
          reader,
        ),
      ).length,
      need: stepNeed(step.code, reader),
      latestSubmission: instants.toSorted().at(-1) ?? null,
    }
  })
