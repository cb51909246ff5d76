import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scopeOf, withScope } from '../../server/database/index.ts'
import type { UserActor } from '../../src/domain/actor.ts'
import { type CollectionStateName, collectionStateOf, collectionStates } from '../../src/domain/collection.ts'
import { type StatusName, statuses, statusOf } from '../../src/domain/status.ts'
import { factFields, factsWith } from '../../src/features/inspector/question/facts.ts'
import { actorOf, people as everybody, personById } from '../../src/features/inspector/question/people.ts'
import { answerTo, type LifecycleAnswer } from '../../src/features/inspector/why/answer.ts'
import type { UserEventType } from '../../src/machines/submission-lifecycle/index.ts'
import { births, gestures, people } from './support/gestures.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

/** A situation of the real database, and what somebody tries in it. */
interface Situation {
  status: StatusName
  event: UserEventType
  person: (typeof people)[number]
  termsAccepted: boolean
  collectionState: CollectionStateName
  allowSubmissions: boolean
  onboarded: boolean
  riskCode: '01' | '02'
  countryCode: 'E' | 'W'
  regulatorCode: '5016' | '5002'
  isLatest: boolean
  hasStoredFile: boolean
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
    person: fc.constantFrom(...people),
    termsAccepted: mostly(true),
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
  REQUEST_RESUBMISSION: ['APPROVED', 'PROVIDER_SIGNOFF', 'SIGNED_OFF'],
  HISTORIC_AMENDMENT_REQUESTED: ['SIGNED_OFF', 'NIL_RETURN'],
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
    await sql`update submission set is_latest = ${situation.isLatest}, has_stored_file = ${situation.hasStoredFile}
      where id = ${id}::uuid`.execute(tx)
    if (situation.operationalFailures)
      await sql`insert into quality_rule_result values (${id}::uuid, '0001', 'R1', 1, 'Rule', true, true, 10, 1, '{}')`.execute(
        tx,
      )
  })
  return id
}

/** What the inspector says of the same situation, with the facts that the server gives it. */
const askInspector = async (id: string, situation: Situation, actor: UserActor): Promise<LifecycleAnswer> => {
  const found = await server.lifecycle.factsOf(id)
  if (!found) throw new Error('the submission is not placed')
  const status = births.includes(situation.event) ? 'UNKNOWN' : found.submission.status
  return answerTo(status, found.facts, gestures[situation.event].event(actor, situation.termsAccepted))
}

/** Whether the submission is there at all for this person; for others the server knows of none. */
const maySee = (actor: UserActor): Promise<boolean> =>
  withScope(server.db, scopeOf(actor), async tx => {
    const { rows } = await sql<{ sees: boolean }>`select may_see('0001') as sees`.execute(tx)
    return rows[0]?.sees ?? false
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
        situation.termsAccepted,
      )
      const given = await server.call<{ detail?: string }>(situation.person, method, path, { body })
      const code = given.status < 300 ? 204 : given.status
      codes.set(code, (codes.get(code) ?? 0) + 1)
      if (!(await maySee(actor))) {
        expect([403, 404]).toContain(code)
        return
      }
      expect({ code, detail: given.body?.detail }).toMatchObject({ code: answer.code })
      if (code === 409) expect(given.body.detail).toContain(answer.explanation.refusal?.reason)
    }),
    { numRuns: 300, seed: 20261121 },
  )
  // A property that was never decided each way would prove nothing.
  expect([204, 403, 409].map(code => (codes.get(code) ?? 0) >= 20)).toEqual([true, true, true])
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
    name => !['submissionId', 'instId', 'regulatorCode', 'blockers'].includes(name),
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
