import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { scopeOf, withScope } from '../../server/database/index.ts'
import { inEnglish } from '../../server/messages.ts'
import { type CollectionStateName, collectionStateOf, collectionStates } from '../../src/domain/collection.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type StatusName, statusById, statuses, statusOf } from '../../src/domain/status.ts'
import type { CollectionWire, MonitoringRow } from '../../src/domain/wire/collections.ts'
import { type FactsWire, factsFromWire, lifecycleFacts } from '../../src/domain/wire/facts.ts'
import type { SubmissionHistory } from '../../src/domain/wire/inspection.ts'
import type { FileEvent } from '../../src/domain/wire/live.ts'
import type { NewSubmissionWire, ProviderListRow, SubmissionWire } from '../../src/domain/wire/submissions.ts'
import { factFields, factsWith } from '../../src/features/inspector/question/facts.ts'
import { actorOf, people as everybody, personById } from '../../src/features/inspector/question/people.ts'
import { answerTo, type LifecycleAnswer } from '../../src/features/inspector/why/answer.ts'
import {
  selectCan,
  selectFacts,
  selectSendRefusal,
  selectStatus,
  submissionMachine,
} from '../../src/machines/submission/index.ts'
import type { Facts, UserEventType } from '../../src/machines/submission-lifecycle/index.ts'
import { sampleSubmission } from '../../src/model/charts/submission.ts'
import { parent } from '../../src/model/parent.ts'
import { isExhaustive } from './support/exhaustive.ts'
import { births, gestures, people } from './support/gestures.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

/** `npm test` takes a quarter of the situations, so a few in each case have to do. */
const share = isExhaustive ? 1 : 4

/** A situation of the real database, and what somebody tries in it. */
interface Situation {
  status: StatusName
  event: UserEventType
  person: (typeof people)[number]
  isGiven: boolean
  collectionState: CollectionStateName
  allowSubmissions: boolean
  onboarded: boolean
  riskCode: '01' | '02'
  countryCode: 'E' | 'W'
  regulatorCode: '5016' | '5002'
  isLatest: boolean
  hasStoredFile: boolean
  isFormReturned: boolean
  /** Whether the person who tries uploaded or submitted the file, and what somebody else did. */
  own: 'nothing' | 'upload' | 'submission'
  hasPeriodEnded: boolean
  operationalFailures: boolean
}

const eventTypes = Object.keys(gestures) as UserEventType[]
/** Calls that name the provider, not the submission: they are about its latest one. */
const aboutTheLatest: readonly UserEventType[] = ['HISTORIC_AMENDMENT_REQUESTED', 'REPROCESSED']

/** Mostly as usual, so that conditions are met often enough for the one that is not to decide. */
const mostly = (usual: boolean) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(!usual) })

/** States at which something is expected, more often than the others. */
const anySituation: fc.Arbitrary<Situation> = fc
  .record<Situation>({
    status: fc.constantFrom(...statuses.map(({ name }) => name)),
    event: fc.constantFrom(...eventTypes),
    // Administrators may do most, so that enough is done.
    person: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...people) },
      { weight: 1, arbitrary: fc.constant('bedel-admin' as const) },
    ),
    isGiven: mostly(true),
    collectionState: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('Open' as const, 'Historic amendment' as const) },
      { weight: 1, arbitrary: fc.constantFrom(...collectionStates.map(({ name }) => name)) },
    ),
    allowSubmissions: mostly(true),
    onboarded: mostly(true),
    riskCode: fc.constantFrom('01', '02'),
    countryCode: fc.constantFrom('E', 'W'),
    regulatorCode: fc.constantFrom('5016', '5002'),
    isLatest: mostly(true),
    hasStoredFile: mostly(true),
    isFormReturned: fc.boolean(),
    own: fc.oneof(
      { weight: 4, arbitrary: fc.constant('nothing' as const) },
      { weight: 1, arbitrary: fc.constantFrom('upload' as const, 'submission' as const) },
    ),
    hasPeriodEnded: mostly(true),
    operationalFailures: mostly(false),
  })
  .map(situation => ({
    ...situation,
    isLatest: situation.isLatest || aboutTheLatest.includes(situation.event),
  }))

const expectedAt: Partial<Record<UserEventType, readonly StatusName[]>> = {
  UPLOAD_CANCELLED: ['UPLOADING'],
  SUBMIT: ['QUALITY_PROCESSING_COMPLETE'],
  APPROVE: ['ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL'],
  DECLINE: ['ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL'],
  REQUEST_SIGN_OFF: ['APPROVED'],
  SIGN_OFF: ['PROVIDER_SIGNOFF'],
  FORM_REFUSED: ['PROVIDER_SIGNOFF'],
  REQUEST_RESUBMISSION: ['APPROVED', 'PROVIDER_SIGNOFF', 'SIGNED_OFF'],
  HISTORIC_AMENDMENT_REQUESTED: ['SIGNED_OFF', 'NIL_RETURN'],
  HISTORY_REQUESTED: ['HISTORY_DATA_ERROR'],
}

/** Half of the situations at a status that expects the event. */
const anyTelling = fc
  .tuple(anySituation, fc.boolean(), fc.nat())
  .map(([situation, isExpected, at]): Situation => {
    const usual = expectedAt[situation.event]
    const status = usual?.[at % usual.length]
    return isExpected && status ? { ...situation, status } : situation
  })

const set = async (situation: Situation): Promise<string> => {
  const id = randomUUID()
  await server.forget()
  await server.place({ id, instId: '0001' }, situation.status)
  await server.inSystem(async tx => {
    await sql`update collection set state_id = ${collectionStateOf(situation.collectionState).id},
      allow_submissions = ${situation.allowSubmissions},
      reference_period_end = ${situation.hasPeriodEnded ? '2024-07-31' : '2025-07-31'} where id = 'c23056'`.execute(
      tx,
    )
    await sql`update organisation set onboarded = ${situation.onboarded} where id = '0001'`.execute(tx)
    await sql`update provider set risk_code = ${situation.riskCode}, country_code = ${situation.countryCode},
      regulator_code = ${situation.regulatorCode} where inst_id = '0001'`.execute(tx)
    await sql`update submission set is_latest = ${situation.isLatest}, has_stored_file = ${situation.hasStoredFile},
        uploader_id = ${situation.own === 'upload' ? situation.person : 'somebody-else'},
        submitter_id = ${situation.own === 'submission' ? situation.person : 'somebody-else'}
      where id = ${id}::uuid`.execute(tx)
    if (situation.isFormReturned)
      await sql`insert into signed_form (id, submission_id, inst_id, file_name, file_size, object_key, uploader_id, uploaded_by,
          created_utc, returned_utc)
        values (${randomUUID()}::uuid, ${id}::uuid, '0001', 'form.pdf', 10, 'form', 'somebody-else', 'Somebody else',
          ${server.clock.now()}, ${server.clock.now()})`.execute(tx)
    if (situation.operationalFailures)
      await sql`insert into quality_rule_result values (${id}::uuid, '0001', 'R1', 1, 'Rule', true, true, 10, 1, '{}')`.execute(
        tx,
      )
  })
  return id
}

/** What the inspector says of the same situation, with the facts that the server gives it. */
const askInspector = async (
  id: string,
  situation: Situation,
  actor: UserPrincipal,
): Promise<LifecycleAnswer> => {
  const found = await server.lifecycle.factsOf(id)
  if (!found) throw new Error('the submission is not placed')
  const status = births.includes(situation.event) ? 'UNKNOWN' : found.submission.status
  return answerTo(status, found.facts, gestures[situation.event].event(actor, situation.isGiven))
}

/** Whether the submission is there at all for this person; for others the server knows of none. */
const maySee = (actor: UserPrincipal): Promise<boolean> =>
  withScope(server.db, scopeOf(actor), async tx => {
    const { rows } = await sql<{ sees: boolean }>`select may_see('0001') as sees`.execute(tx)
    return rows[0]?.sees ?? false
  })

/** What the sockets of the provider were told, in order. */
const eventsFor = (instId: string): Promise<FileEvent[]> =>
  server.inSystem(async tx => {
    const { rows } = await sql<{ payload: FileEvent }>`select payload from live_message
      where inst_id = ${instId} and payload->>'type' = 'FILE_EVENT' order by sequence`.execute(tx)
    return rows.map(({ payload }) => payload)
  })

it('says of any event, status, person and facts what the server answers, in the same words', async () => {
  const codes = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(anyTelling, async situation => {
      const id = await set(situation)
      const actor = server.actor(situation.person)
      const answer = await askInspector(id, situation, actor)
      const { method, path, body } = gestures[situation.event].make(
        id,
        statusOf(answer.after?.status ?? 'UNKNOWN').id,
        situation.isGiven,
      )
      const given = await server.call<{ detail?: string }>(situation.person, method, path, { body })
      const code = given.status < 300 ? 204 : given.status
      codes.set(code, (codes.get(code) ?? 0) + 1)
      // Whose organisation takes part no more is nobody to the server, and is asked nothing.
      if (!situation.onboarded && actor.organisationId === '0001') {
        expect(code).toBe(401)
        return
      }
      if (!(await maySee(actor))) {
        expect([403, 404]).toContain(code)
        return
      }
      expect({ code, detail: given.body?.detail }).toMatchObject({ code: answer.code })
      if (code === 409) expect(given.body.detail).toContain(inEnglish(answer.explanation.refusal!.reason))
    }),
    { numRuns: 400 / share, seed: 20261121 },
  )
  // A property that was never decided each way would prove nothing.
  expect([204, 403, 409].map(code => (codes.get(code) ?? 0) >= 20 / share)).toEqual([true, true, true])
}, 120_000)

/** The facts in every answer that a person gets about the provider's submissions, by where they stand. */
const factsInAnswers = async (id: string, person: string): Promise<Record<string, Facts>> => {
  const found: Record<string, Facts> = {}
  const note = async <T>(name: string, path: string, read: (body: T) => FactsWire | undefined) => {
    const { status, body } = await server.call<T>(person, 'GET', path)
    const facts = status === 200 ? read(body) : undefined
    if (facts) found[name] = factsFromWire(lifecycleFacts.parse(facts))
  }
  await note<SubmissionWire>('submission', `/submissions/${id}`, body => body.facts)
  await note<{ submissions: ProviderListRow[] }>(
    'list',
    '/submissions?collectionId=c23056&instId=0001',
    ({ submissions }) => submissions.find(row => row.Uuid === id)?.Facts,
  )
  await note<{ submissions: MonitoringRow[] }>(
    'monitoring',
    '/collections/23056/submissions',
    ({ submissions }) => submissions.find(row => row.latestSubmission?.uuid === id)?.facts,
  )
  await note<NewSubmissionWire>('new', '/submissions/new/c23056/0001', body => body.facts)
  await note<{ collections: CollectionWire[] }>(
    'collection',
    '/providers/0001/collections',
    ({ collections }) => collections.find(one => one.id === 'c23056')?.newSubmission?.live,
  )
  return found
}

/** What a submission's page offers after an answer: the same chart, run by the browser's actor. */
const pageAfter = (id: string, status: StatusName, facts: Facts) => {
  const page = createActor(submissionMachine, { input: { parent } }).start()
  page.send({
    type: 'SUBMISSION_RECEIVED',
    submission: { ...sampleSubmission, submissionId: id, status, facts },
  })
  return page
}

it('has browser and server answer alike: every answer and live message carries the facts that decide', async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(anyTelling, async situation => {
      const id = await set(situation)
      const actor = server.actor(situation.person)
      const decides = (await server.lifecycle.factsOf(id))!
      for (const [name, facts] of Object.entries(await factsInAnswers(id, situation.person))) {
        seen.set(name, (seen.get(name) ?? 0) + 1)
        const isNew = name === 'new' || name === 'collection'
        // One that nobody has begun shares all but what is of the submission itself.
        const nobody = { uploaderId: undefined, submitterId: undefined }
        const own = {
          ...nobody,
          submissionId: '',
          isLatest: false,
          hasStoredFile: false,
          isFormReturned: false,
          blockers: facts.blockers,
        }
        // Who it was is named to that person only.
        const named = {
          ...nobody,
          ...(situation.own === 'upload' ? { uploaderId: situation.person } : {}),
          ...(situation.own === 'submission' ? { submitterId: situation.person } : {}),
        }
        expect({ name, ...facts }).toEqual({ name, ...decides.facts, ...named, ...(isNew ? own : {}) })
      }
      const event = gestures[situation.event].event(actor, situation.isGiven)
      const page = pageAfter(id, decides.submission.status, decides.facts)
      if (decides.submission.status === 'UPLOADING') {
        const { collectionId, instId, mode, fileName } = decides.submission
        const own = { submissionId: id, collectionId, instId, mode, fileName }
        const again = await server.lifecycle.requestUpload({
          ...own,
          objectKey: id,
          expires: new Date(),
          actor,
        })
        const mayGoOn = selectSendRefusal(page.getSnapshot(), actor) === undefined && (await maySee(actor))
        expect(mayGoOn).toBe(again.ok)
        seen.set('upload under way', (seen.get('upload under way') ?? 0) + 1)
      }
      const answer = await server.lifecycle.decide(id, event)
      // What a person may not see is refused whatever the chart says.
      const isOffered = selectCan(page.getSnapshot(), event) && (await maySee(actor))
      expect(isOffered).toBe(answer.ok)
      if (!answer.ok) return
      const after = (await server.lifecycle.factsOf(id))!
      for (const message of await eventsFor('0001')) {
        const [status, facts] = [statusById(message.status.id)!.name, factsFromWire(message.facts)]
        const { submissionId, version, occurredAt: at, isLatest } = message
        page.send({ type: 'STATUS_CHANGED', submissionId, version, status, at, isLatest, facts })
      }
      expect([selectStatus(page.getSnapshot()), selectFacts(page.getSnapshot())]).toEqual([
        after.submission.status,
        after.facts,
      ])
      seen.set('FILE_EVENT', (seen.get('FILE_EVENT') ?? 0) + 1)
      // Enough of them: a whole history is much to ask for each time.
      if ((seen.get('history') ?? 0) >= 20 / share) return
      const { body } = await server.call<SubmissionHistory>(
        'bedel-staff',
        'GET',
        `/submissions/${id}/lifecycle`,
      )
      const history = body.events.map(({ factsAfter }) => factsAfter && factsFromWire(factsAfter))
      expect([history.at(-1), ...history.slice(0, -1)]).toEqual([
        after.facts,
        ...history.slice(0, -1).fill(undefined),
      ])
      seen.set('history', (seen.get('history') ?? 0) + 1)
    }),
    { numRuns: 200 / share, seed: 20261122 },
  )
  // A place that was never looked at would prove nothing.
  const places = [
    'submission',
    'list',
    'monitoring',
    'new',
    'collection',
    'FILE_EVENT',
    'history',
    'upload under way',
  ]
  expect(places.filter(name => (seen.get(name) ?? 0) < 10 / share)).toEqual([])
}, 120_000)

it('asks about everybody and every fact that the guards read', async () => {
  await server.forget()
  const id = randomUUID()
  await server.place({ id, instId: '0001' }, 'APPROVED')
  const found = await server.lifecycle.factsOf(id)
  const facts = found!.facts
  // What an address sets changes exactly the facts that it names.
  const flipped = factsWith(facts, name => {
    const field = factFields.find(other => other.name === name)
    return field?.kind === 'flag' ? (field.read(facts) ? 'no' : 'yes') : undefined
  })
  for (const field of factFields)
    if (field.kind === 'flag') expect(field.read(flipped)).toBe(!field.read(facts))
  const readable = Object.keys({ ...facts, ...facts.blockers }).filter(
    name => !['submissionId', 'instId', 'regulatorCode', 'blockers', 'changesAt'].includes(name),
  )
  expect(factFields.map(({ name }) => name).toSorted()).toEqual(readable.toSorted())
  for (const person of people) {
    const { organisationType, roles } = server.actor(person)
    for (const role of roles)
      expect(everybody.map(({ id: own }) => own)).toContain(`${organisationType}.${role}`)
  }
  expect(actorOf(personById('agency.admin'), 'own', facts)).toMatchObject({
    roles: ['admin'],
    organisationType: 'agency',
  })
})
