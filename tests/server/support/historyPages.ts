import {
  type CatalogueStatus,
  type CollectionId,
  type History,
  type HistorySubmission,
  key,
  type Mode,
  minute,
  names,
  notOnboarded,
  type ProviderId,
  providers,
} from './histories.ts'

/*
 * What the pages show of a history, in plain code from the specification (document 2 §2.4, §2.5 and §4; decisions §3, §6 and §12). It
 * shares nothing with the queries that it is compared with.
 */

/** When a submission arrived; of one that has not, when it was begun. */
export const uploadedOf = (one: HistorySubmission): Date => one.uploaded ?? one.created
/** Submissions that exist: one that was withdrawn is none. */
const existing = (history: History): HistorySubmission[] =>
  history.submissions.filter(({ status }) => status !== 'UNKNOWN')

const placeOf = (
  history: History,
  { provider, collection, mode }: { provider: ProviderId; collection: CollectionId; mode: Mode },
): HistorySubmission[] =>
  history.submissions.filter(
    one => one.provider === provider && one.collection === collection && one.mode === mode,
  )

const finished: readonly CatalogueStatus[] = [
  'SIGNED_OFF',
  'HISTORY_DATA',
  'HISTORY_DATA_ERROR',
  'HISTORY_DATA_PASSED',
  'NIL_RETURN',
]
const askedAgain: readonly CatalogueStatus[] = [
  'RESUBMISSION_REQUIRED',
  'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT',
]

/** When a submission came to its status; undefined where no event says so. An event that leaves the status as it is does not. */
export const sinceOf = ({ status, events }: HistorySubmission): Date | undefined =>
  events
    .filter(({ from, to }) => to === status && from !== to)
    .map(({ at }) => at)
    .toSorted((one, other) => other.getTime() - one.getTime())[0]

export const isNilReturn = ({ events }: HistorySubmission): boolean =>
  events.some(({ event }) => event === 'NIL_RETURN_CREATED')

/** The latest submission of a provider. */
export const latestOf = (...of: Parameters<typeof placeOf>): HistorySubmission | undefined =>
  placeOf(...of).find(({ isLatest }) => isLatest)

/** The submission that came furthest; of several the one uploaded last. */
export const furthestOf = (
  history: History,
  of: Parameters<typeof placeOf>[1],
): HistorySubmission | undefined => {
  const own = placeOf(history, of).filter(({ status }) => status !== 'UNKNOWN')
  const rank = ({ status }: HistorySubmission): number => {
    if (finished.includes(status)) return names.length
    return names.indexOf(askedAgain.includes(status) ? 'SC_APPROVAL' : status)
  }
  let furthest: HistorySubmission | undefined
  for (const one of own)
    if (
      !furthest ||
      rank(one) > rank(furthest) ||
      (rank(one) === rank(furthest) && uploadedOf(one) > uploadedOf(furthest))
    )
      furthest = one
  return furthest
}

/** Who is listed: whoever takes part, or has sent something. */
export const listedIn = (history: History, collection: CollectionId, mode: Mode): ProviderId[] =>
  providers.filter(
    provider =>
      provider !== notOnboarded ||
      existing(history).some(
        one => one.provider === provider && one.collection === collection && one.mode === mode,
      ),
  )

/** What the guards read of a provider's submission, or of one that it has not begun. */
export const factsOf = (
  history: History,
  of: Parameters<typeof placeOf>[1],
  one: HistorySubmission | undefined,
) => {
  const own = placeOf(history, of)
  const latest = own.find(({ isLatest }) => isLatest)
  return {
    latestStatus: latest?.status,
    uploadUnderWay: own.some(({ status }) => status === 'UPLOADING'),
    uploaderId: one?.uploader ?? undefined,
    submitterId: one?.submitter ?? undefined,
    keyMakerId: one?.uploader === key.uploader ? key.maker : undefined,
    approverId: one?.events.findLast(({ event }) => event === 'APPROVE')?.by,
    isLatest: one?.isLatest ?? false,
    hasStoredFile: one?.hasStoredFile ?? false,
    operationalFailures: one?.rules.some(({ outside, operational }) => outside && operational) ?? false,
    lacksTransferConsent:
      one?.mode === 'live' &&
      one.receivers.some(
        receiver =>
          receiver !== one.provider &&
          receiver !== notOnboarded &&
          latestOf(history, { provider: receiver, collection: one.collection, mode: 'live' })?.status !==
            'NIL_RETURN' &&
          !history.consents.some(
            consent =>
              consent.collection === one.collection &&
              consent.sender === one.provider &&
              consent.receiver === receiver,
          ),
      ),
  }
}

/** The day in London of an instant, yyyy-MM-dd. */
const londonDay = (at: Date): string => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at)
  const part = (type: string) => parts.find(one => one.type === type)?.value
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The day before a day, whatever the clocks do. */
const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 24 * 60 * minute).toISOString().slice(0, 10)

/** What happened in a collection since the beginning of yesterday in London, at the providers that are seen. */
export const newsOf = (
  history: History,
  collection: CollectionId,
  { now, seen }: { now: Date; seen: readonly ProviderId[] },
) => {
  const since = dayBefore(londonDay(now))
  const count = (event: string): number =>
    history.submissions
      .filter(one => one.collection === collection && one.mode === 'live' && seen.includes(one.provider))
      .flatMap(({ events }) => events)
      .filter(one => one.event === event && londonDay(one.at) >= since).length
  return { since, uploads: count('FILE_STORED'), submitted: count('SUBMIT'), signedOff: count('SIGN_OFF') }
}

/** The live submissions of a provider over all collections, the newest first. */
export const uploadsOf = (history: History, provider: ProviderId): HistorySubmission[] =>
  existing(history)
    .filter(one => one.provider === provider && one.mode === 'live')
    .toSorted((one, other) => uploadedOf(other).getTime() - uploadedOf(one).getTime())

/** Statuses by the box of the step summary (document 2 §2.5). */
const boxes: Readonly<Record<string, readonly CatalogueStatus[]>> = {
  upload: names.slice(names.indexOf('UNKNOWN'), names.indexOf('PROVISIONING')),
  processing: names.slice(names.indexOf('PROVISIONING'), names.indexOf('QUALITY_RULES')),
  qualityAssurance: names.slice(names.indexOf('QUALITY_RULES'), names.indexOf('ANALYST_APPROVAL')),
  approval: ['ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL', 'APPROVED', ...askedAgain],
  signedOff: ['PROVIDER_SIGNOFF', ...finished],
}
const boxNames = Object.keys(boxes)
const boxOf = (status: CatalogueStatus): number => boxNames.findIndex(name => boxes[name]?.includes(status))

const isStopped = (status: CatalogueStatus): boolean => /_(ERROR|FAILED)$/.test(status)

/** Whether a provider needs somebody of the agency. */
const needsAgency = (one: HistorySubmission | undefined): boolean => {
  switch (boxNames[boxOf(one?.status ?? 'UNKNOWN')]) {
    case 'upload':
      return one === undefined
    case 'processing':
      return isStopped(one!.status)
    case 'qualityAssurance':
      return (
        isStopped(one!.status) ||
        (one!.status === 'QUALITY_PROCESSING_COMPLETE' &&
          one!.rules.some(({ outside, operational }) => outside && operational))
      )
    case 'approval':
      return one!.status === 'ANALYST_APPROVAL' || one!.status === 'AGENCY_APPROVAL'
    default:
      // No history has a returned form, and until then the provider acts.
      return false
  }
}

/** The boxes of the step summary for the agency: how many providers, how many that need somebody, and the newest upload. */
export const stepsOf = (history: History, collection: CollectionId) => {
  const rows = listedIn(history, collection, 'live').map(provider =>
    latestOf(history, { provider, collection, mode: 'live' }),
  )
  return boxNames.map((_, box) => {
    const here = rows.filter(one => boxOf(one?.status ?? 'UNKNOWN') === box)
    const last = here
      .flatMap(one => (one ? [uploadedOf(one)] : []))
      .toSorted((one, other) => other.getTime() - one.getTime())[0]
    return {
      count: here.length,
      needing: here.filter(needsAgency).length,
      latestSubmission: last?.toISOString() ?? null,
    }
  })
}

/** How many providers had come at least as far as each box, at the end of each day on which that changes. */
export const burnUpOf = (history: History, collection: CollectionId) => {
  const arrived = existing(history)
    .filter(one => one.collection === collection && one.mode === 'live')
    .flatMap(one => one.events.map(({ to, at }) => ({ provider: one.provider, box: boxOf(to), at })))
  const reachedBy = (day: string) => {
    const until = arrived.filter(({ at }) => londonDay(at) <= day)
    const count = (box: number): number =>
      new Set(until.filter(one => one.box >= box).map(({ provider }) => provider)).size
    return { processing: count(1), qualityAssurance: count(2), approval: count(3), signedOff: count(4) }
  }
  const nothing = { processing: 0, qualityAssurance: 0, approval: 0, signedOff: 0 }
  const found: { day: string; reached: ReturnType<typeof reachedBy> }[] = []
  for (const day of [...new Set(arrived.map(({ at }) => londonDay(at)))].toSorted()) {
    const reached = reachedBy(day)
    if (JSON.stringify(reached) !== JSON.stringify(found.at(-1)?.reached ?? nothing))
      found.push({ day, reached })
  }
  return found
}
