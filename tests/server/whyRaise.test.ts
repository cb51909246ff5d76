import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inEnglish } from '../../server/messages.ts'
import { activityTypeOf } from '../../src/domain/activity.ts'
import { type CollectionStateName, collectionStateOf, collectionStates } from '../../src/domain/collection.ts'
import { type IssueStatus, issueStatuses } from '../../src/domain/issue.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { hasTag, type StatusName, statuses } from '../../src/domain/status.ts'
import type { CollectionWire } from '../../src/domain/wire/collections.ts'
import { factsFromWire, lifecycleFacts } from '../../src/domain/wire/facts.ts'
import type { QualityReport } from '../../src/domain/wire/quality.ts'
import type { CredibilityChapter } from '../../src/domain/wire/reports.ts'
import type { SubmissionWire } from '../../src/domain/wire/submissions.ts'
import {
  offersReportIssues,
  type Raisable,
  type RaisedFrom,
  raisingEventOf,
  whyNotExplainLine,
  whyNotRaise,
  whyNotRaiseReports,
} from '../../src/features/submissions/quality/raising.ts'
import { ruleLines } from '../../src/features/submissions/quality/rows.ts'
import type { Message } from '../../src/messages/index.ts'
import { isExhaustive } from './support/exhaustive.ts'
import { people } from './support/gestures.ts'
import { placeReports, placeResults, ruleCode } from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * What the page of a submission's reports says of raising and explaining issues, before anybody asks, and what the server then
 * decides: the same, in the same words, for whatever stands in the database and whoever asks; and what the page does not offer is
 * refused. Page and server ask the same chart, so this judges the facts that each gives it; whether the chart decides rightly is
 * for its net to judge (`tests/model/nets.test.ts`).
 */
let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

/** `npm test` takes a quarter of the situations, so a few in each case have to do. */
const share = isExhaustive ? 1 : 4

const reportCode = 'SEN1'
const gestures = ['raise', 'explain', 'raise reports'] as const

/** What stands in the database, and what somebody tries. */
interface Situation {
  gesture: (typeof gestures)[number]
  subject: 'rule' | 'report'
  /** Of the rule's two lines; a report is for the provider's regulator. */
  regulatorCode: '5016' | '5101'
  person: (typeof people)[number]
  status: StatusName
  /** Of the upload that has taken its place; undefined where it is the latest itself. */
  replacedAt: StatusName | undefined
  collectionState: CollectionStateName
  allowsIssues: boolean
  providersRegulator: '5016' | '5002'
  riskCode: '01' | '02'
  hasPeriodEnded: boolean
  isOutside: boolean
  issue: IssueStatus
  isExplained: boolean
  isInWork: boolean
  /** Whether the issues of the reports were raised already. */
  isNoted: boolean
}

/** As usual, so that conditions are met often enough for the one that is not to decide. */
const mostly = <Value>(usual: Value, ...others: readonly Value[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })

/** Statuses at which the page shows the reports. */
const reported = statuses.map(({ name }) => name).filter(name => hasTag(name, 'reported'))

const anySituation: fc.Arbitrary<Situation> = fc.record<Situation>({
  gesture: fc.constantFrom(...gestures),
  subject: fc.constantFrom('rule', 'report'),
  regulatorCode: fc.constantFrom('5016', '5101'),
  // The provider's own people, for whom most of it is.
  person: fc.oneof(
    fc.constantFrom('ashby-submitter' as const, 'ashby-signoff' as const),
    fc.constantFrom(...people),
  ),
  status: mostly('QUALITY_PROCESSING_COMPLETE', ...reported),
  replacedAt: fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...statuses.map(({ name }) => name)) },
  ),
  collectionState: mostly<CollectionStateName>('Open', ...collectionStates.map(({ name }) => name)),
  allowsIssues: mostly(true, false),
  providersRegulator: mostly('5016', '5002'),
  riskCode: mostly('02', '01'),
  hasPeriodEnded: mostly(true, false),
  isOutside: mostly(true, false),
  issue: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom<IssueStatus>('NONE', 'FAILED') },
    { weight: 1, arbitrary: fc.constantFrom(...issueStatuses) },
  ),
  isExplained: fc.boolean(),
  isInWork: fc.boolean(),
  isNoted: mostly(false, true),
})

const codeOf = ({ subject }: Situation): string => (subject === 'rule' ? ruleCode : reportCode)
const regulatorOf = ({ subject, regulatorCode, providersRegulator }: Situation): string =>
  subject === 'rule' ? regulatorCode : providersRegulator

const set = async (situation: Situation): Promise<string> => {
  const [id, later] = [randomUUID(), randomUUID()]
  await server.forget()
  await server.place({ id, instId: '0001' }, situation.status)
  await placeResults(server, id, { isOutside: situation.isOutside })
  await placeReports(server, id, { [reportCode]: situation.isOutside ? 2 : 0, QUA1: 0 })
  if (situation.replacedAt !== undefined) {
    await server.asOwner(`update submission set is_latest = false where id = '${id}'`)
    await server.place({ id: later, instId: '0001' }, situation.replacedAt)
  }
  await server.inSystem(async tx => {
    await sql`update collection set state_id = ${collectionStateOf(situation.collectionState).id},
      disallow_create_issues = ${!situation.allowsIssues},
      reference_period_end = ${situation.hasPeriodEnded ? '2024-07-31' : '2099-07-31'} where id = 'c23056'`.execute(
      tx,
    )
    await sql`update provider set risk_code = ${situation.riskCode}, regulator_code = ${situation.providersRegulator}
      where inst_id = '0001'`.execute(tx)
    if (situation.issue !== 'NONE')
      await sql`insert into issue (id, collection_id, inst_id, subject, code, name, regulator_code, status, version,
          raised_from, raised_utc, raised_by, updated_utc, is_explained, is_in_work)
        values (${randomUUID()}::uuid, 'c23056', '0001', ${situation.subject}, ${codeOf(situation)}, 'Placed',
          ${regulatorOf(situation)}, ${situation.issue}, 1, ${id}::uuid, now(), 'Test', now(), ${situation.isExplained},
          ${situation.isInWork})`.execute(tx)
    if (situation.isNoted)
      await sql`insert into activity_log (collection_id, inst_id, submission_id, type_id, created_utc, username,
          organisation_id, filename)
        values ('c23056', '0001', ${id}::uuid, ${activityTypeOf('credibilityIssuesRaised')}, now(), 'Test', '0001',
          'placed.xml')`.execute(tx)
  })
  return id
}

/** What the page has asked for when it shows the reports; undefined where this person is shown no such page. */
const pageFor = async (id: string, person: string) => {
  const get = async <T>(path: string): Promise<T | undefined> => {
    const { status, body } = await server.call<T>(person, 'GET', path)
    return status === 200 ? body : undefined
  }
  const submission = await get<SubmissionWire>(`/submissions/${id}`)
  const collection = await get<CollectionWire>('/collections/23056')
  const quality = await get<QualityReport>(`/submissions/${id}/validations?instId=0001&limit=-1&against=last`)
  const credibility = await get<{ chapters: CredibilityChapter[] }>(`/credibility/${id}/get-reports/0001`)
  const log = await get<{ activityLogs: unknown[] }>(
    `/collections/activity-log-entries?submissionUuid=${id}&activityLogTypeId=${activityTypeOf('credibilityIssuesRaised')}`,
  )
  if (!submission || !collection || !quality) return undefined
  const from: RaisedFrom = {
    instId: '0001',
    facts: factsFromWire(lifecycleFacts.parse(submission.facts)),
    allowsIssues: !collection.disallowCreateIssues,
  }
  return {
    from,
    rules: ruleLines(quality.validations).flatMap(line => [line, ...line.specialists]),
    chapters: credibility?.chapters,
    entries: log?.activityLogs.length,
  }
}
type Shown = NonNullable<Awaited<ReturnType<typeof pageFor>>>

/** The line that the page offers the gesture on; undefined where it shows none such. */
const lineOn = ({ from, rules, chapters }: Shown, situation: Situation): Raisable | undefined => {
  if (situation.subject === 'rule')
    return rules.find(line => line.code === ruleCode && line.regulatorCode === situation.regulatorCode)
  const report = chapters?.flatMap(({ reports }) => reports).find(one => one.ReportCode === reportCode)
  return (
    report && {
      subject: 'report',
      code: reportCode,
      regulatorCode: from.facts?.regulatorCode ?? '',
      isOutside: report.failureCount > 0,
      issue: report.issue,
    }
  )
}

/** The call that the page makes of the gesture; without its line, as somebody makes it who knows the codes. */
const callOf = (situation: Situation, id: string, line?: Raisable): { path: string; body?: unknown } => {
  const { code: validationCode, regulatorCode } = line ?? {
    code: codeOf(situation),
    regulatorCode: regulatorOf(situation),
  }
  switch (situation.gesture) {
    case 'raise reports':
      return {
        path: '/submissions/requestCredibility',
        body: {
          submissionUuid: id,
          instId: '0001',
          collectionId: 'c23056',
          fileName: 'placed.xml',
          providerName: 'University of Ashby',
        },
      }
    case 'explain':
      return {
        path: `/submissions/${id}/explanations`,
        body: { rules: [{ validationCode, regulatorCode }], text: 'They are exchange students.' },
      }
    case 'raise':
      if (line?.issue && raisingEventOf(line) === 'RETRY') return { path: `/issues/${line.issue.id}/retry` }
      return {
        path: `/submissions/${id}/issues`,
        body: {
          validationCode,
          regulatorCode,
          ...(situation.subject === 'rule' ? {} : { subject: 'report' }),
        },
      }
  }
}

/** What the page says of the gesture, and the call that it makes of it; undefined where it does not offer it. */
const saidBy = (
  shown: Shown,
  situation: Situation,
  actor: UserPrincipal,
  id: string,
): { refusal: Message | undefined; path: string; body?: unknown } | undefined => {
  const { from, chapters, entries } = shown
  if (situation.gesture === 'raise reports')
    return offersReportIssues(from.facts, actor)
      ? { refusal: whyNotRaiseReports(from, { chapters, entries }, actor), ...callOf(situation, id) }
      : undefined
  const line = lineOn(shown, situation)
  if (!line) return undefined
  if (situation.gesture === 'raise')
    return { refusal: whyNotRaise(from, line, actor), ...callOf(situation, id, line) }
  // A report is not explained.
  if (situation.subject === 'report') return undefined
  return { refusal: whyNotExplainLine(from, line, actor), ...callOf(situation, id, line) }
}

it('says of raising and explaining issues, before it is asked, what the server decides', async () => {
  const counts = new Map<string, number>()
  const count = (way: string) => counts.set(way, (counts.get(way) ?? 0) + 1)
  await fc.assert(
    fc.asyncProperty(anySituation, async situation => {
      const id = await set(situation)
      const actor = server.actor(situation.person)
      const shown = await pageFor(id, situation.person)
      const said = shown && saidBy(shown, situation, actor, id)
      const { path, body } = said ?? callOf(situation, id)
      const given = await server.call<{ detail?: string }>(situation.person, 'POST', path, { body })
      if (!said) {
        expect(given.status).toBeGreaterThanOrEqual(400)
        expect(given.status).toBeLessThan(500)
        count(`${situation.gesture} not offered`)
        return
      }
      const { refusal } = said
      const isDone = given.status < 300
      const decided = isDone ? 'done' : given.status
      expect({ isRefused: !isDone, decided, detail: given.body?.detail }).toMatchObject({
        isRefused: refusal !== undefined,
      })
      // Without the right the call is refused before the chart is asked, in fewer words.
      if (given.status === 409) expect(given.body.detail).toBe(inEnglish(refusal!))
      else if (!isDone) expect(given.status).toBe(403)
      count(`${situation.gesture} ${decided}`)
    }),
    { numRuns: 600 / share, seed: 20261127 },
  )
  // A gesture that was never decided each way would prove nothing.
  const ways = gestures.flatMap(gesture =>
    ['done', 409, 'not offered'].map(decided => `${gesture} ${decided}`),
  )
  expect(ways.filter(way => (counts.get(way) ?? 0) < 8 / share)).toEqual([])
  expect(counts.get('raise 403') ?? 0).toBeGreaterThanOrEqual(8 / share)
}, 240_000)
