import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mayCall } from '../../server/http/route.ts'
import { inEnglish } from '../../server/messages.ts'
import { rolesByOrganisationType } from '../../src/domain/permissions.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import { explain, type UserEventType } from '../../src/machines/submission-lifecycle/index.ts'
import { isExhaustive } from './support/exhaustive.ts'
import { births, gesturesAt, type Place, people } from './support/gestures.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/**
 * Refusals: 403 or 409 as the chart says, nothing written, and one line of audit that says who was refused what and
 * why. Here every role of every kind of organisation, alone, and submissions of online validation; every status with
 * the people of the demonstration is tests/server/lifecycle.test.ts. `npm test` asks for each event as a quarter of the people,
 * others at the next status, so that each of them asks for each event at two statuses at least; BEDEL_EXHAUSTIVE as all.
 */
let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

/** An organisation of each kind that sees the University of Ashby, and one of each that does not. */
const organisations = {
  provider: ['0001', '0002'],
  agency: ['bedel'],
  statutory_customer: ['5016', '5002'],
} as const

const kinds = Object.keys(organisations) as (keyof typeof organisations)[]

/** One person for each role of each organisation, and one without any. */
const everybody: UserPrincipal[] = kinds.flatMap(organisationType =>
  organisations[organisationType].flatMap(organisationId =>
    [...rolesByOrganisationType[organisationType].map(role => [role]), []].map(
      (roles): UserPrincipal => ({
        kind: 'user',
        userId: `${organisationId}.${roles[0] ?? 'nothing'}`,
        name: 'Somebody',
        organisationType,
        organisationId,
        roles,
        isPrimaryRegulator: organisationType === 'statutory_customer',
      }),
    ),
  ),
)

const ashby: Place = { instId: '0001', collectionId: 'c23056', reference: '23056', mode: 'live' }

interface Line {
  actor_id: string
  actor_organisation: string
  action: string
  subject: string
  status: number
  reason: string
}
interface Marks {
  written: string
  /** How many refusals the audit holds, and the last two. */
  count: number
  refused: Line[]
}

/** Everything that an event writes, counted, and the refusals of the audit. */
const marks = (): Promise<Marks> =>
  server.look(`select
      concat_ws('/', (select count(*) from submission_event), (select count(*) from pgboss.job where data ? 'submissionId'),
        (select sum(version) from submission), (select count(*) from activity_log), (select count(*) from live_message),
        (select count(*) from audit_line where outcome = 'done')) as written,
      (select count(*)::int from audit_line where outcome = 'refused') as count,
      (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from
        (select * from audit_line where outcome = 'refused' order by id desc limit 2) a) as refused`)

/** What stood there after the last attempt; nothing writes between two of them, but who places a submission. */
let last: Marks | undefined

const stand = async (status: StatusName, place: Place): Promise<string> => {
  last = undefined
  await server.forget()
  const id = randomUUID()
  await server.place({ ...place, id }, status)
  return id
}

interface Tried {
  code: number
  detail: string
  hasWritten: boolean
  lines: Line[]
}

const attempt = async (
  who: UserPrincipal,
  event: UserEventType,
  id: string,
  place: Place,
): Promise<Tried> => {
  const { method, path, body } = gesturesAt(place)[event].make(
    event === 'UPLOAD_REQUESTED' ? randomUUID() : id,
    statusOf('APPROVED').id,
  )
  const before = last ?? (await marks())
  const answer = await server.call<{ detail?: string }>(who, method, path, { body })
  const after = await marks()
  last = after
  return {
    code: answer.status,
    detail: answer.body?.detail ?? '',
    hasWritten: before.written !== after.written,
    lines: after.refused.slice(0, after.count - before.count),
  }
}

/** What is wrong with a refusal: with its code, with what it left, or with its line of audit. */
const faultsOf = (who: UserPrincipal, { code, detail, hasWritten, lines }: Tried): string[] => {
  const line = lines[0]
  return [
    ...(hasWritten ? ['something was written'] : []),
    ...(lines.length === 1 ? [] : [`${lines.length} lines of audit`]),
    ...(line && (line.actor_id !== who.userId || line.actor_organisation !== who.organisationId)
      ? [`the audit names ${line.actor_id} of ${line.actor_organisation}`]
      : []),
    ...(line && line.status !== code ? [`the audit says ${line.status} for ${code}`] : []),
    ...(line && !detail.includes(line.reason) ? [`the audit says "${line.reason}" for "${detail}"`] : []),
  ]
}

const events = Object.keys(gesturesAt(ashby)) as UserEventType[]

const share = isExhaustive ? 1 : 4
/** Who asks for an event at a status, both by their number. */
const askedBy = (event: number, status: number): UserPrincipal[] =>
  everybody.filter((_, person) => (person + event + status) % share === 0)

it('knows the people of the demonstration among everybody', () => {
  for (const person of people) {
    const { organisationType, roles } = server.actor(person)
    for (const role of roles)
      expect(everybody.some(one => one.organisationType === organisationType && one.roles[0] === role)).toBe(
        true,
      )
  }
})

/** One status of each part of the chart that asks for other rights. */
const asked = [
  'UNKNOWN',
  'UPLOADING',
  'QUALITY_PROCESSING_COMPLETE',
  'AGENCY_APPROVAL',
  'SC_APPROVAL',
  'APPROVED',
  'PROVIDER_SIGNOFF',
  'SIGNED_OFF',
  'NIL_RETURN',
] as const

it.each(asked)('refuses every role of every kind of organisation as the chart says at %s', async status => {
  const wrong: string[] = []
  let refusals = 0
  let id = await stand(status, ashby)
  // A refusal writes nothing, which is looked at, so the facts last until a submission is placed anew.
  let found = await server.lifecycle.factsOf(id)
  for (const [number, event] of events.entries())
    for (const who of askedBy(number, asked.indexOf(status))) {
      const gesture = gesturesAt(ashby)[event]
      const at = births.includes(event) ? 'UNKNOWN' : status
      const chart = explain(at, found!.facts, gesture.event(who)).refusal
      const tried = await attempt(who, event, id, ashby)
      const say = (what: string) => wrong.push(`${event} by ${who.userId}: ${what}`)
      if (tried.code < 300) {
        if (chart) say(`granted, though the chart says: ${inEnglish(chart.reason)}`)
        id = await stand(status, ashby)
        found = await server.lifecycle.factsOf(id)
        continue
      }
      refusals += 1
      const sees = who.organisationId !== '0002' && who.organisationId !== '5002'
      const isCallable = mayCall(gesture.call, who)
      // For whoever does not see the provider there is no such submission; that is nobody's attempt at it.
      const isUnseen = isCallable && !sees
      const expected = isUnseen ? 404 : !isCallable || chart?.kind === 'forbidden' ? 403 : 409
      if (tried.code !== expected) say(`${tried.code} "${tried.detail}" instead of ${expected}`)
      if (isUnseen && (tried.hasWritten || tried.lines.length > 0)) say('left something behind')
      if (!isUnseen) faultsOf(who, tried).forEach(say)
    }
  expect(wrong).toEqual([])
  expect(refusals).toBeGreaterThan((events.length * 10) / share)
})

const askedOfOvt = [
  'UPLOADING',
  'SCHEMA_CHECK_FAILED',
  'QUALITY_RULES_ERROR',
  'QUALITY_PROCESSING_COMPLETE',
] as const

it.each(askedOfOvt)('lets nobody decide upon a file of online validation at %s', async status => {
  const place: Place = { ...ashby, mode: 'ovt' }
  await server.setCollection('Validation')
  const id = await stand(status, place)
  const decisions: UserEventType[] = [
    'SUBMIT',
    'APPROVE',
    'DECLINE',
    'REQUEST_SIGN_OFF',
    'SIGN_OFF',
    'REQUEST_RESUBMISSION',
  ]
  const wrong: string[] = []
  for (const [number, event] of decisions.entries())
    for (const who of askedBy(number, askedOfOvt.indexOf(status))) {
      const tried = await attempt(who, event, id, place)
      const isRefused = [403, 404, 409].includes(tried.code)
      const faults = tried.code === 404 ? [] : faultsOf(who, tried)
      if (!isRefused || tried.hasWritten || faults.length > 0)
        wrong.push(`${event} by ${who.userId}: ${tried.code} ${tried.detail} ${faults.join(', ')}`)
    }
  await server.setCollection('Open')
  expect(wrong).toEqual([])
})
