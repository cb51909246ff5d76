import { awaitingParty } from '../../../src/domain/awaitingParty.ts'
import { type CollectionStateName, collectionStateOf } from '../../../src/domain/collection.ts'
import { noBlockers } from '../../../src/domain/commitStatus.ts'
import { awaitingPartyLabel, statusLabel } from '../../../src/domain/labels.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { type StatusName, statuses, statusOf } from '../../../src/domain/status.ts'
import type { CollectionWire, MonitoringRow } from '../../../src/domain/wire/collections.ts'
import { blockersToWire } from '../../../src/domain/wire/facts.ts'
import type { FileEvent, LiveMessage } from '../../../src/domain/wire/live.ts'
import type { NoteWire } from '../../../src/domain/wire/notes.ts'
import type { QualityRuleRow, SchemaFailure } from '../../../src/domain/wire/quality.ts'
import type { CredibilityReport } from '../../../src/domain/wire/reports.ts'
import type {
  NewSubmissionWire,
  ProviderListRow,
  SubmissionWire,
} from '../../../src/domain/wire/submissions.ts'
import type { Loaded } from '../../../src/features/common/Loaded.tsx'
import { type KnownSubmission, submissionFromWire } from '../../../src/machines/submission/index.ts'
import {
  type SubmissionPageSnapshot,
  submissionPageMachine,
} from '../../../src/machines/submission-page/index.ts'
import { inEnglish } from '../../../src/model/everyMessage.ts'
import { live } from '../../../src/model/live.ts'
import { studentRecord } from '../support/services.tsx'

export const submissionId = '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0001'
export const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

export const ready = <Data>(data: Data): Loaded<Data> => ({
  status: 'ready',
  data,
  problem: undefined,
  retry: () => {},
})
export const loading: Loaded<never> = {
  status: 'loading',
  data: undefined,
  problem: undefined,
  retry: () => {},
}

export const signOffPerson: UserPrincipal = {
  kind: 'user',
  userId: 'ashby-signoff',
  name: 'Rhian Ashby',
  organisationId: '0001',
  organisationType: 'provider',
  roles: ['submitter', 'sign-off'],
  isPrimaryRegulator: false,
}
export const guest: UserPrincipal = {
  ...signOffPerson,
  userId: 'ashby-guest',
  name: 'Guest',
  roles: ['guest'],
}

export const history = (...names: StatusName[]): SubmissionWire['stateHistory'] =>
  names.map((name, at) => ({
    StatusId: statusOf(name).id,
    Code: statusOf(name).code,
    Actioned: new Date(Date.UTC(2024, 9, 14, 9, 30, at * 2)).toISOString(),
  }))

/** A note on a rule. */
export const ruleNote = (text: string): NoteWire => ({
  subject: 'rule',
  code: 'QR.A',
  name: 'Rule A',
  regulatorCode: '5016',
  text,
  at: '2024-10-15T08:00:00Z',
  by: 'Rhian Ashby',
})

/** A transfer about which nothing has happened yet. */
export const askedTransfer = {
  askedAt: '2024-11-01T11:47:00Z',
  consentedAt: null,
  agreedBy: null,
  agreedStudents: 0,
  isChanged: false,
  isWithdrawn: false,
  isFinal: false,
  remindedAt: null,
  uploadedAt: '2024-11-01T11:15:00Z',
  returned: null,
  messages: [],
}

export const submission = (name: StatusName, change: Partial<SubmissionWire> = {}): SubmissionWire => {
  const { id, code } = statusOf(name)
  const label = inEnglish(statusLabel(name))
  return {
    now: new Date().toISOString(),
    uuid: submissionId,
    fileName: 'ashby-student-2023.xml',
    fileSize: 48_200_000,
    uploaded: '2024-10-14T09:30:00Z',
    uploadedBy: 'Rhian Ashby',
    fileHash: hash,
    status: { id, code, name: label, step: { number: 3 } },
    stateHistory: history('UPLOADING', 'UPLOADED', 'PROVISIONING', 'PROVISIONED', name),
    provider: {
      instId: '0001',
      name: 'University of Ashby',
      riskCode: '01',
      countryCode: 'E',
      regulatorCode: '5016',
    },
    collection: {
      id: 'c-23056',
      reference: '23056',
      name: 'Student 2023/24',
      specification: '23056_1.0.0',
    },
    specification: '23056_1.0.0',
    copiedFrom: null,
    originallyUploaded: null,
    copiedTo: null,
    isLatest: true,
    isOvt: false,
    tsvDeliveryLocation: null,
    studentCount: 18_204,
    errorFileExists: false,
    nextApprovalState: null,
    failureReason: null,
    progress: null,
    queue: null,
    stageTimes: [],
    version: 5,
    facts: {
      submissionId,
      instId: '0001',
      mode: 'live',
      isLatest: true,
      hasStoredFile: true,
      collectionState: 'Open',
      allowSubmissions: true,
      onboarded: true,
      latestStatusId: id,
      uploadUnderWay: false,
      riskCode: '01',
      countryCode: 'E',
      regulatorCode: '5016',
      blockers: blockersToWire(noBlockers),
    },
    ...change,
  }
}

/** The same submission as a page holds it. */
export const knownSubmission = (name: StatusName, change: Partial<SubmissionWire> = {}): KnownSubmission =>
  submissionFromWire(submission(name, change))

/** The chart of a page, as it is once the submission has come to the status. */
export const pageAt = (status: StatusName): SubmissionPageSnapshot => {
  const { actor } = live(submissionPageMachine, {
    submissionId,
    instId: '0001',
    named: { mode: 'live', collectionId: 'c-23056', reference: undefined, instId: undefined },
    place: { page: 'upload', isAllowed: true },
  })
  actor.send({
    type: 'SUBMISSION_UPDATED',
    submission: knownSubmission(status),
    facts: undefined,
    stored: undefined,
  })
  return actor.getSnapshot()
}

/** What each status shows, as the ids of the statuses that show it: a page is drawn at every status of the catalogue. */
export const idsByWhatIsShown = (show: (status: StatusName) => string): Record<string, number[]> =>
  Object.fromEntries(
    [...Map.groupBy(statuses, ({ name }) => show(name))].map(([shown, at]) => [
      shown,
      at.map(({ id }) => id),
    ]),
  )

/** What a submission would be that the provider has not begun. */
export const beginning = (change: Partial<NewSubmissionWire['facts']> = {}): NewSubmissionWire => ({
  instId: '0001',
  providerName: 'University of Ashby',
  collection: { id: 'c-23056', reference: '23056', name: 'Student 2023/24' },
  now: new Date().toISOString(),
  facts: {
    ...submission('UNKNOWN').facts,
    submissionId: '',
    isLatest: false,
    hasStoredFile: false,
    latestStatusId: null,
    ...change,
  },
})

/** Whom a status awaits, as the server tells it. */
export const awaited = (status: StatusName | undefined): MonitoringRow['awaitingParty'] => {
  const { id } = awaitingParty(status)
  return { id, name: inEnglish(awaitingPartyLabel(id)) }
}

/** A live message that something was done about an issue of a submission's rule. */
export const issueEvent = (submissionUuid: string, instId = '0001'): LiveMessage => ({
  type: 'ISSUE_STATUS',
  submissionId: submissionUuid,
  instId,
  collectionId: 'c-23056',
  sequence: 1,
  occurredAt: '2024-11-01T12:00:00Z',
  issue: {
    id: '00000000-0000-4000-8000-000000000001',
    code: 'QR.A',
    regulatorCode: '5016',
    status: 'OPEN',
    version: 2,
  },
})

/** A live message that a submission has come to a status. */
export const fileEvent = (status: StatusName, change: Partial<FileEvent> = {}): FileEvent => {
  const { uuid, facts, status: at } = submission(status)
  return {
    type: 'FILE_EVENT',
    submissionId: uuid,
    instId: '0001',
    collectionId: 'c-23056',
    sequence: 1,
    occurredAt: '2024-11-01T12:00:00Z',
    status: { id: at.id, code: at.code, name: at.name },
    awaitingParty: awaited(status),
    isLatest: true,
    version: 6,
    facts,
    ...change,
  }
}

/** A live message that the collection has come to a state. */
export const collectionEvent = (state: CollectionStateName): LiveMessage => ({
  type: 'COLLECTION',
  instId: '0001',
  collectionId: 'c-23056',
  reference: '23056',
  stateId: collectionStateOf(state).id,
  version: 2,
  sequence: 1,
  occurredAt: '2024-11-01T12:00:00Z',
})

export const collection = (change: Partial<CollectionWire> = {}): CollectionWire => ({
  id: 'c-23056',
  reference: '23056',
  name: 'Student 2023/24',
  referencePeriodStart: '2023-08-01',
  referencePeriodEnd: '2024-07-31',
  state: { id: 3, name: 'Open' },
  record: studentRecord,
  availableStates: [],
  specification: { id: 1, name: '1.0.0' },
  allowSubmissions: true,
  collectionStatus: null,
  collectionSubmissionCount: 2,
  disallowCreateIssues: false,
  additionalReportsReleased: false,
  signsInPortal: false,
  approversDiffer: true,
  stayTargets: null,
  supportContact: 'student@bedel.example',
  submissionDeadline: null,
  pauseReason: null,
  validationOn: null,
  opensOn: null,
  closesOn: null,
  scheduleRefusal: null,
  newSubmission: { live: beginning().facts, ovt: { ...beginning().facts, mode: 'ovt' } },
  ...change,
})

export const listRow = (name: StatusName, change: Partial<ProviderListRow> = {}): ProviderListRow => {
  const { id, code } = statusOf(name)
  const label = inEnglish(statusLabel(name))
  return {
    Uuid: submissionId,
    SubmissionId: submissionId,
    CollectionId: 'c-23056',
    FileName: 'ashby-student-2023.xml',
    Uploaded: '2024-10-14T09:30:00Z',
    Status: { Id: id, Code: code, Name: label },
    StateHistory: [],
    Rules: null,
    IsLatest: true,
    CopiedFrom: null,
    OriginallyUploaded: null,
    Version: 5,
    Facts: submission(name).facts,
    ...change,
  }
}

export const schemaFailures = (count: number): SchemaFailure[] =>
  Array.from({ length: count }, (_, at) => ({
    LineNumber: 12 + at * 40,
    Column: 7,
    Code: 'XSD-ENUMERATION',
    Error: `The value "Z${at}" is not one of the codes of SEXID.`,
    Details: {
      name: 'SEXID',
      ids: [{ field: 'SID', value: `10000001${String(at).padStart(8, '0')}` }],
      parent: { name: 'Student', ids: [{ field: 'SID', value: '23100000010000017' }], parent: null },
      path: `Student[SID=${at}]/SEXID`,
      value: `Z${at}`,
      expected: 'one of 10, 11, 12, 96, 99',
    },
  }))

const figures = {
  RegulatorCode: '5016',
  RegulatorShortName: 'OHE',
  ConjoinedTolerances: '0 records and 20%',
  Tolerances: [],
  IsProviderToleranceOverride: false,
  Allowed: { from: 0, to: 20 },
  PopulationCount: 18_204,
  FailureCount: 412,
  IsRuleDefect: false,
  MeasuredPercent: null,
  MeasuredIn: null,
  PrevMeasuredPercent: null,
  Standing: null,
  PrevPopulationCount: null,
  PrevFailureCount: null,
  FailureChange: null,
  issue: null,
}

export const rule = (code: string, change: Partial<QualityRuleRow> = {}): QualityRuleRow => ({
  Id: code,
  Code: code,
  Name: 'Date of birth must be at least 14 years before the start of the engagement',
  Entity: 'Engagement',
  Trend: [],
  IsPrimary: true,
  IsOperational: false,
  Status: '1',
  ...figures,
  GuidanceUrl: 'https://example.org/guidance',
  specialistRegulators: [],
  ...change,
})

export const specialistRule = rule('QR.C23056.Engagement.ENGSTARTDATE.2', {
  Name: 'Engagements of initial teacher training need a start date in the year',
  IsOperational: true,
  FailureCount: 18,
  specialistRegulators: [
    { ...figures, Status: '0', RegulatorCode: '5101', RegulatorShortName: 'TTB', FailureCount: 2 },
  ],
})

const header = (Label: string) => ({
  Id: `h-${Label}`,
  Label,
  Colour: 'HeaderColour' as const,
  DataValues: null,
})
const cell = (
  Id: string,
  values: [string, string, string, string],
  Colour: 'Clear' | 'Yellow' | 'Salmon' = 'Clear',
): CredibilityReport['Tabs'][number]['DataRows'][number][number] => ({
  Id,
  Label: null,
  Colour,
  DataValues: {
    ShadingRules: Colour === 'Clear' ? [] : [{ RuleText: 'Changed by 25% or more' }],
    ChangeTooltipText: `${values[2]} (${values[3]}%)`,
    TopLeft: { Label: 'This submission', Value: values[0] },
    TopRight: { Label: 'Last signed-off submission', Value: values[1] },
    BottomLeft: { Label: 'Difference', Value: values[2] },
    BottomRight: { Label: 'Change', Value: values[3], Suffix: '%' },
  },
})

export const credibilityReport: CredibilityReport = {
  ReportMetadata: {
    ReportCode: 'SEN1',
    Title: 'Student numbers by mode and level',
    UpperNotes: 'Counts the standard registration population.',
    LowerNotes: 'Figures are not rounded.',
    Details: '',
    WhatToLookOutFor: 'Jumps in a level or mode; missing cohorts.',
    Tips: '',
    StartExpanded: false,
    DrilldownAvailable: true,
  },
  Tabs: [
    {
      TabName: 'Student numbers by mode and level',
      Failures: 1,
      HeaderRow: [header('Level'), header('Full-time'), header('Part-time'), header('Dormant')],
      DataRows: [
        [
          header('First degree'),
          cell('FD-FT', ['9,410', '9,120', '+290', '+3.18']),
          cell('FD-PT', ['840', '1,410', '-570', '-40.43'], 'Salmon'),
          cell('FD-D', ['0', '0', '0', '0.00']),
        ],
        [
          header('Postgraduate taught'),
          cell('PT-FT', ['3,120', '2,700', '+420', '+15.56'], 'Yellow'),
          cell('PT-PT', ['1,204', '1,180', '+24', '+2.03']),
          cell('PT-D', ['12', '9', '+3', '+33.33']),
        ],
      ],
    },
  ],
}
