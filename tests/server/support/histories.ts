import fc from 'fast-check'

/*
 * Histories of a few providers in two collections, as rows, and what the pages make of them, written in plain code from the
 * specification (document 2 §2.4, §2.5 and §4; decisions §3, §6 and §12). It shares nothing with the queries that it is compared
 * with, nor with what the domain knows of statuses.
 */

/** The statuses in the order of the catalogue (document 1 §4, 2 §4.1), with their ids. */
export const catalogue = {
  UNKNOWN: 0,
  UPLOADING: 1,
  UPLOADED: 2,
  UPLOAD_ERROR: 3,
  PROVISIONING: 4,
  PROVISIONING_ERROR: 5,
  PROVISIONED: 6,
  SCHEMA_CHECK: 7,
  SCHEMA_CHECK_FAILED: 8,
  SCHEMA_CHECK_ERROR: 9,
  SCHEMA_CHECK_PASSED: 10,
  RIGHT_TO_PROCESS: 37,
  RIGHT_TO_PROCESS_FAILED: 38,
  RIGHT_TO_PROCESS_ERROR: 39,
  RIGHT_TO_PROCESS_PASSED: 40,
  ENRICHMENT: 11,
  ENRICHMENT_ERROR: 12,
  ENRICHMENT_PASSED: 13,
  SAVING_ENTITIES_ERROR: 14,
  QUALITY_RULES: 15,
  QUALITY_RULES_ERROR: 16,
  QUALITY_RULES_PASSED: 17,
  CREDIBILITY: 18,
  CREDIBILITY_ERROR: 19,
  CREDIBILITY_PASSED: 20,
  COLLECTION_REPORTS: 21,
  COLLECTION_REPORTS_ERROR: 22,
  COLLECTION_REPORTS_PASSED: 23,
  QUALITY_PROCESSING_COMPLETE: 24,
  ANALYST_APPROVAL: 25,
  AGENCY_APPROVAL: 26,
  SC_APPROVAL: 27,
  APPROVED: 28,
  PROVIDER_SIGNOFF: 29,
  SIGNED_OFF: 30,
  HISTORY_DATA: 31,
  HISTORY_DATA_ERROR: 32,
  HISTORY_DATA_PASSED: 33,
  RESUBMISSION_REQUIRED: 34,
  NIL_RETURN: 35,
  RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT: 36,
} as const
export type CatalogueStatus = keyof typeof catalogue
const names = Object.keys(catalogue) as CatalogueStatus[]

export const providers = ['0001', '0002', '0003', '0004', '0005'] as const
export type ProviderId = (typeof providers)[number]
/** The one of these that does not take part. */
const notOnboarded: ProviderId = '0005'
export const collections = ['c23056', 'c22056'] as const
type CollectionId = (typeof collections)[number]
type Mode = 'live' | 'ovt'

interface HistoryEvent {
  event: string
  from: CatalogueStatus
  to: CatalogueStatus
  at: Date
}

/** A submission with all that the pages read of it. */
export interface HistorySubmission {
  id: string
  provider: ProviderId
  collection: CollectionId
  mode: Mode
  status: CatalogueStatus
  isLatest: boolean
  hasStoredFile: boolean
  created: Date
  uploaded: Date | null
  uploader: string | null
  submitter: string | null
  events: HistoryEvent[]
  rules: { outside: boolean; operational: boolean }[]
  /** To whom research students go. */
  receivers: ProviderId[]
}

export interface History {
  submissions: HistorySubmission[]
  consents: { collection: CollectionId; sender: ProviderId; receiver: ProviderId }[]
}

/** Who made the key with which a program uploads. */
export const key = { uploader: 'key:history', prefix: 'history', maker: 'bedel-analyst' }

const minute = 60_000
const days = 4

/** Minutes before now, half of them in the hours around midnight in London and in UTC. */
const ages = fc.oneof(
  fc.integer({ min: 1, max: days * 24 * 60 }),
  fc
    .tuple(fc.integer({ min: 0, max: days - 1 }), fc.integer({ min: -90, max: 90 }))
    .map(([day, past]) => ({ day, past })),
)
type Age = number | { day: number; past: number }

/** An instant before now; where it is named by a day, near the midnight of UTC with which that began. */
const instantOf = (age: Age, now: Date): Date => {
  if (typeof age === 'number') return new Date(now.getTime() - age * minute)
  const midnight = Math.floor(now.getTime() / (24 * 60 * minute)) * 24 * 60 * minute
  const at = midnight - age.day * 24 * 60 * minute + age.past * minute
  return new Date(Math.min(at, now.getTime() - minute))
}

/** What moves a status, and what only leaves a line: the status stays. */
const moves = ['FILE_STORED', 'SUBMIT', 'APPROVE', 'SIGN_OFF', 'REPORTS_PASSED'] as const
const remarks = ['SUPERSEDED', 'FILE_OPENED', 'SUBMIT'] as const

/** Statuses at which somebody has something to do, or that count apart, are drawn more often than they would be by chance. */
const drawnStatus = fc.oneof(
  fc.constantFrom(...names),
  fc.constantFrom<CatalogueStatus>(
    'UPLOADING',
    'CREDIBILITY_ERROR',
    'QUALITY_PROCESSING_COMPLETE',
    'ANALYST_APPROVAL',
    'AGENCY_APPROVAL',
    'SC_APPROVAL',
    'PROVIDER_SIGNOFF',
    'SIGNED_OFF',
    'NIL_RETURN',
  ),
)

const drawnSubmission = fc.record({
  status: drawnStatus,
  way: fc.array(fc.record({ to: fc.constantFrom(...names), event: fc.constantFrom(...moves), age: ages }), {
    maxLength: 4,
  }),
  remarks: fc.array(fc.record({ event: fc.constantFrom(...remarks), age: ages }), { maxLength: 2 }),
  arrived: fc.option(ages),
  isNilReturn: fc.boolean(),
  created: ages,
  isUploaded: fc.boolean(),
  hasStoredFile: fc.boolean(),
  uploader: fc.option(fc.constantFrom('ashby-submitter', 'bedel-analyst', key.uploader)),
  submitter: fc.option(fc.constantFrom('ashby-signoff', 'bedel-analyst', 'ohe-analyst')),
  rules: fc.array(fc.record({ outside: fc.boolean(), operational: fc.boolean() }), { maxLength: 3 }),
  receivers: fc.uniqueArray(fc.constantFrom(...providers), { maxLength: 2 }),
})
type Drawn = typeof drawnSubmission extends fc.Arbitrary<infer T> ? T : never

const drawnPlace = fc.record({
  submissions: fc.array(drawnSubmission, { maxLength: 3 }),
  hasLatest: fc.integer({ min: 0, max: 5 }).map(number => number > 0),
})
const places = providers.flatMap(provider =>
  collections.flatMap(collection => (['live', 'ovt'] as const).map(mode => ({ provider, collection, mode }))),
)

/** What fast-check draws: one entry for each provider, collection and mode, and who has agreed to take whose students. */
export const drawnHistory = fc.record({
  places: fc.tuple(...places.map(() => drawnPlace)),
  consents: fc.uniqueArray(
    fc.record({
      collection: fc.constantFrom(...collections),
      sender: fc.constantFrom(...providers),
      receiver: fc.constantFrom(...providers),
    }),
    { maxLength: 6, selector: one => JSON.stringify(one) },
  ),
})
export type DrawnHistory = typeof drawnHistory extends fc.Arbitrary<infer T> ? T : never

const eventsOf = (drawn: Drawn, status: CatalogueStatus, now: Date): HistoryEvent[] => {
  const moved = drawn.way
    .map(({ age, ...one }) => ({ ...one, at: instantOf(age, now) }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const events: HistoryEvent[] = []
  let from: CatalogueStatus = 'UNKNOWN'
  if (drawn.isNilReturn)
    events.push({
      event: 'NIL_RETURN_CREATED',
      from,
      to: from,
      at: moved[0]?.at ?? instantOf(drawn.created, now),
    })
  for (const { event, to, at } of moved) {
    events.push({ event, from, to, at })
    from = to
  }
  if (drawn.arrived !== null)
    events.push({ event: 'FILE_STORED', from, to: status, at: instantOf(drawn.arrived, now) })
  for (const { event, age } of drawn.remarks)
    events.push({ event, from: status, to: status, at: instantOf(age, now) })
  return events
}

/** The rows of a history: one latest submission of a place at most, and one that is being uploaded. */
export const historyOf = (drawn: DrawnHistory, now: Date): History => {
  let number = 0
  const submissions = places.flatMap((place, at) => {
    const own = drawn.places[at]
    if (!own) return []
    let isUploading = false
    return own.submissions.map((one, index): HistorySubmission => {
      number += 1
      const status = one.status === 'UPLOADING' && isUploading ? 'UPLOAD_ERROR' : one.status
      isUploading ||= status === 'UPLOADING'
      // No two at one instant: which of them is the later would be nobody's decision.
      const apart = number * 7
      return {
        ...place,
        id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
        status,
        // What was withdrawn is none, so it is not the latest one.
        isLatest: own.hasLatest && index === own.submissions.length - 1 && status !== 'UNKNOWN',
        hasStoredFile: one.hasStoredFile,
        created: new Date(instantOf(one.created, now).getTime() + apart),
        uploaded: one.isUploaded ? new Date(instantOf(one.created, now).getTime() + apart + 500) : null,
        uploader: one.uploader,
        submitter: one.submitter,
        events: eventsOf(one, status, now),
        rules: one.rules,
        receivers: one.receivers,
      }
    })
  })
  return { submissions, consents: drawn.consents }
}

const ukprnOf = (provider: ProviderId): string => `1000${provider}`
const json = (rows: readonly object[]): string => `'${JSON.stringify(rows).replaceAll("'", "''")}'`
const insert = (table: string, rows: readonly object[]): string =>
  `insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${json(rows)})`

/** The statements that write a history, as the owner of the tables, in the place of another one. */
export const statementsOf = ({ submissions, consents }: History): string =>
  [
    'delete from transfer_consent',
    'delete from api_key',
    insert('api_key', [
      {
        id: '00000000-0000-4000-9000-000000000000',
        inst_id: '0001',
        name: 'Key',
        prefix: key.prefix,
        secret_hash: '\\x00',
        scopes: [],
        place: 'ACTIVE',
        made_utc: '2024-01-01T00:00:00Z',
        made_by: 'Maker',
        made_by_id: key.maker,
        expires_utc: '2034-01-01T00:00:00Z',
      },
    ]),
    insert(
      'submission',
      submissions.map(one => ({
        id: one.id,
        collection_id: one.collection,
        inst_id: one.provider,
        mode: one.mode,
        status_id: catalogue[one.status],
        version: 1,
        is_latest: one.isLatest,
        file_name: `${one.id}.xml`,
        has_stored_file: one.hasStoredFile,
        created_utc: one.created,
        uploaded_utc: one.uploaded,
        uploaded_by: 'Somebody',
        uploader_id: one.uploader,
        submitter_id: one.submitter,
      })),
    ),
    insert(
      'submission_event',
      submissions.flatMap(one =>
        one.events.map(({ event, from, to, at }, index) => ({
          submission_id: one.id,
          inst_id: one.provider,
          sequence: index + 1,
          event,
          from_status_id: catalogue[from],
          to_status_id: catalogue[to],
          actor: {},
          payload: {},
          facts: {},
          detail: {},
          effects: [],
          occurred_utc: at,
        })),
      ),
    ),
    insert(
      'quality_rule_result',
      submissions.flatMap(one =>
        one.rules.map(({ outside, operational }, index) => ({
          submission_id: one.id,
          inst_id: one.provider,
          code: `R${index}`,
          ordinal: index,
          name: `Rule ${index}`,
          outside,
          operational,
          population_count: 10,
          failure_count: 1,
          result: {},
        })),
      ),
    ),
    insert(
      'transfer_out',
      submissions.flatMap(one =>
        one.receivers.map((receiver, index) => ({
          submission_id: one.id,
          inst_id: one.provider,
          collection_id: one.collection,
          sid: `S${index}`,
          numhus: `N${index}`,
          destination_ukprn: ukprnOf(receiver),
        })),
      ),
    ),
    insert(
      'transfer_consent',
      consents.map(({ collection, sender, receiver }) => ({
        collection_id: collection,
        sender_inst_id: sender,
        receiver_inst_id: receiver,
        given_utc: '2024-01-01T00:00:00Z',
        given_by: 'Somebody',
      })),
    ),
  ].join('; ')

/* What the pages make of it. */

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
      return one!.status === 'PROVIDER_SIGNOFF'
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
