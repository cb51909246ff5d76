import fc from 'fast-check'

/*
 * Generated histories of a few providers in two collections, and the SQL that stores them. It shares nothing with what the domain
 * knows of statuses.
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
export const names = Object.keys(catalogue) as CatalogueStatus[]

export const providers = ['0001', '0002', '0003', '0004', '0005'] as const
export type ProviderId = (typeof providers)[number]
/** The one of these that does not take part. */
export const notOnboarded: ProviderId = '0005'
export const collections = ['c23056', 'c22056'] as const
export type CollectionId = (typeof collections)[number]
export type Mode = 'live' | 'ovt'

interface HistoryEvent {
  event: string
  from: CatalogueStatus
  to: CatalogueStatus
  at: Date
  by?: string
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

export const minute = 60_000
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
  way: fc.array(
    fc.record({
      to: fc.constantFrom(...names),
      event: fc.constantFrom(...moves),
      age: ages,
      by: fc.constantFrom('bedel-analyst', 'bedel-staff'),
    }),
    { maxLength: 4 },
  ),
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
  for (const { event, to, at, by } of moved) {
    events.push({ event, from, to, at, by })
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
    'delete from transfer_message',
    'delete from transfer',
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
        one.events.map(({ event, from, to, at, by }, index) => ({
          submission_id: one.id,
          inst_id: one.provider,
          sequence: index + 1,
          event,
          from_status_id: catalogue[from],
          to_status_id: catalogue[to],
          actor: { userId: by },
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
      'transfer',
      consents.map(({ collection, sender, receiver }) => ({
        collection_id: collection,
        sender_inst_id: sender,
        receiver_inst_id: receiver,
        place: 'AGREED',
        students: 1,
        agreed_students: 1,
        asked_utc: '2024-01-01T00:00:00Z',
        agreed_utc: '2024-01-01T00:00:00Z',
        agreed_by: 'Somebody',
      })),
    ),
  ].join('; ')
