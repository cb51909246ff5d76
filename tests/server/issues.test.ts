import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeWalkedChart } from '../../scripts/model/files.ts'
import { keptPathsIn } from '../../scripts/model/keptPaths.ts'
import { mayCall } from '../../server/http/route.ts'
import { createIssues } from '../../server/issues/index.ts'
import { type IssueStatus, issueStatuses } from '../../src/domain/issue.ts'
import { type IssueEvent, issueUserEventTypes } from '../../src/machines/issue/index.ts'
import { issueEventsBy, issueFacts, issueSpec, issueStatusAt } from '../../src/model/charts/issue.ts'
import { countPath, nothingWalked } from '../../src/model/coverage.ts'
import { issueDecided, mayCauseIssueEvent } from '../../src/model/issueDecisions.ts'
import type { PathStep } from '../../src/model/paths/testPath.ts'
import { type PersonName, people } from '../../src/model/people.ts'
import { isExhaustive } from './support/exhaustive.ts'
import {
  issueGesture,
  issueUser,
  placeIssue,
  placeResults,
  placeWithRule,
  type Reported,
  regulatorCode,
  requestedTolerances,
  ruleCode,
} from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
let issues: ReturnType<typeof createIssues>
beforeAll(async () => {
  server = await startProcessingServer()
  const { db, clock, processing } = server
  issues = createIssues({ db, clock, specifications: processing.specifications })
})
afterAll(() => server.stop())

const statusOfIssue = async (id: string): Promise<IssueStatus> =>
  (await server.look<{ status: IssueStatus }>(`select status from issue where id = '${id}'`)).status

const report = async (id: string, event: Reported): Promise<void> => {
  const decided = await issues.decide(id, event)
  expect([event.type, decided.ok]).toEqual([event.type, true])
}

const statusAfter = ({ to }: PathStep): IssueStatus => issueStatusAt(to)

describe('the paths of an issue through the API', () => {
  // BEDEL_EXHAUSTIVE walks every two transitions in a row, as each run does on the chart itself.
  const paths = keptPathsIn('api', undefined, issueSpec, isExhaustive ? 'pairs' : 'transitions')

  const walked = nothingWalked()
  let walkedPaths = 0
  afterAll(async () => {
    // Some of the paths by name leave what all of them have shown as it is.
    if (walkedPaths === paths.length) await writeWalkedChart('api', issueSpec.machine.id, walked)
  })

  /** The register answers at once, so that what it takes in is open with the request itself. */
  const hasHappened = ({ event }: PathStep): boolean => event.type === 'CREATED'

  it.each(paths.map(path => [path.id, path.scenario, path] as const))('%s: %s', async (_, scenario, path) => {
    await server.forget()
    const { latestStatus = 'UNKNOWN', subject, allowsIssues } = issueSpec.inputs[scenario]!
    await server.asOwner(
      `update collection set disallow_create_issues = ${!allowsIssues} where id = 'c23056'`,
    )
    const submissionId = await placeWithRule(server, latestStatus)
    let issueId = ''
    let isUnanswered = false
    for (const [at, step] of path.steps.entries()) {
      const event = step.event as unknown as IssueEvent
      const next = path.steps[at + 1]
      // What people do before the register has answered.
      const isMeanwhile = step.from === step.to && statusAfter(step) === 'PENDING'
      if (isMeanwhile && !isUnanswered) {
        isUnanswered = true
        await server.asOwner(`update issue set status = 'PENDING' where id = '${issueId}'`)
      }
      if (event.type === 'SUBMITTED') {
        await server.processing.raising.raiseMissing({ submissionId })
        const raised = `select id from issue where regulator_code = '${regulatorCode}'`
        issueId = (await server.look<{ id: string }>(raised)).id
      } else if (event.actor.kind === 'system') {
        if (event.type === 'CREATION_FAILED')
          await server.asOwner(`update issue set status = 'PENDING' where id = '${issueId}'`)
        if (event.type === 'RESULTS_OUTSIDE') await placeResults(server, submissionId)
        if (isUnanswered || !hasHappened(step)) await report(issueId, event as Reported)
        isUnanswered = false
      } else if (event.type === 'RAISE' && subject === 'report') {
        const of = { collectionId: 'c23056', instId: '0001', subject, code: 'SEN1', regulatorCode }
        const raised = await issues.raise(
          { ...of, name: 'SEN1', raisedFrom: submissionId },
          server.actor('ashby-submitter'),
        )
        issueId = raised.ok ? raised.issue.id : ''
      } else {
        const { call, path: address, body } = issueGesture(event as Parameters<typeof issueGesture>[0])
        const answer = await server.call<{ id: string }>(
          issueUser(event.actor),
          call.method,
          address({ submissionId, issueId }),
          { body },
        )
        expect([at, event.type, answer.status, answer.body]).toEqual([at, event.type, 200, expect.anything()])
        issueId = answer.body.id
      }
      const isAhead = statusAfter(step) === 'PENDING'
      if (!isAhead || next === undefined)
        expect([at, event.type, await statusOfIssue(issueId)]).toEqual([
          at,
          event.type,
          isAhead && !isUnanswered ? 'OPEN' : statusAfter(step),
        ])
    }
    const { rows } = await server.inSystem(tx =>
      sql<{ events: number; lines: number }>`select
        (select count(*)::int from chart_event where chart = 'issue' and subject = ${issueId}) as events,
        (select count(*)::int from audit_line where subject = ${issueId} and outcome = 'done') as lines`.execute(
        tx,
      ),
    )
    expect(rows[0]?.events).toBe(rows[0]?.lines)
    countPath(walked, path)
    walkedPaths += 1
  })
})

/** The people of the demonstration by those of the chart's samples; the rule is of the regulator of England. */
const demonstrationUsers: Partial<Record<PersonName, string>> = {
  submitter: 'ashby-submitter',
  signOff: 'ashby-signoff',
  guest: 'ashby-guest',
  ovtSubmitter: 'ashby-ovt',
  foreigner: 'brackley-signoff',
  admin: 'bedel-admin',
  analyst: 'bedel-analyst',
  staff: 'bedel-staff',
  specialRegulator: 'ohe-analyst',
  regulator: 'fcw-analyst',
  otherRegulator: 'ttb-analyst',
}
/** Those who do not see provider 0001, or not this rule. */
const unseeing: readonly PersonName[] = ['foreigner', 'regulator', 'otherRegulator']

interface Marks {
  written: string
  refused: number
}
const marks = (): Promise<Marks> =>
  server.look(`select concat_ws('/', (select count(*) from issue), (select sum(version) from issue),
      (select count(*) from chart_event where chart = 'issue'), (select count(*) from issue_comment), (select count(*) from live_message),
      (select count(*) from tolerance_override), (select count(*) from audit_line where outcome = 'done')) as written,
    (select count(*)::int from audit_line where outcome = 'refused') as refused`)

describe('who is refused what', () => {
  beforeAll(() => server.asOwner('update collection set disallow_create_issues = false'))

  const facts = { ...issueFacts, regulatorCode }
  // `npm test` tries each event once where it is granted, and a sixth of all else, others at the next status;
  // BEDEL_EXHAUSTIVE all.
  const share = isExhaustive ? 1 : 6

  it.each(issueStatuses)('at %s, by the API as it was decided, with nothing written', async status => {
    await server.forget()
    const submissionId = await placeWithRule(server, 'QUALITY_PROCESSING_COMPLETE')
    const stand = async () =>
      status === 'NONE'
        ? server.asOwner('delete from issue').then(() => '00000000-0000-4000-8000-000000000000')
        : placeIssue(server, submissionId, status)
    let issueId = await stand()
    const wrong: string[] = []
    let before = await marks()
    let tried = issueStatuses.indexOf(status)
    const grantedBefore = new Set<string>()
    for (const [person, user] of Object.entries(demonstrationUsers) as [PersonName, string][])
      for (const event of issueUserEventTypes.flatMap(type => issueEventsBy(type, people[person]))) {
        // An issue that nobody has raised has no address.
        if (status === 'NONE' && event.type !== 'RAISE') continue
        const { call, path, body } = issueGesture(event)
        const decided = issueDecided(status, facts, event)
        const mayEver = mayCauseIssueEvent(event.type, person, facts)
        const isCallable = mayCall(call, server.actor(user))
        const expected = !isCallable
          ? 403
          : unseeing.includes(person)
            ? 404
            : decided
              ? 200
              : mayEver
                ? 409
                : 403
        tried += 1
        const isFirst = expected === 200 && !grantedBefore.has(event.type)
        if (!isFirst && tried % share !== 0) continue
        if (isFirst) grantedBefore.add(event.type)
        const answer = await server.call<{ detail?: string }>(
          user,
          call.method,
          path({ submissionId, issueId }),
          { body },
        )
        const say = (what: string) => wrong.push(`${event.type} by ${user}: ${what}`)
        if (answer.status !== expected) say(`${answer.status} ${answer.body.detail} instead of ${expected}`)
        if (answer.status === 200) {
          const to = await statusOfIssue((answer.body as { id: string }).id)
          const meant = decided?.status === 'PENDING' && status !== 'PENDING' ? 'OPEN' : decided?.status
          if (to !== meant) say(`leads to ${to} instead of ${meant}`)
          issueId = await stand()
          before = await marks()
        } else {
          const after = await marks()
          if (after.written !== before.written) say('left something behind')
          const lines = after.refused - before.refused
          if (lines !== (answer.status === 404 ? 0 : 1)) say(`${lines} lines of audit for ${answer.status}`)
          before = after
        }
      }
    expect(wrong).toEqual([])
  })

  it('and nobody grants what they asked for themselves', async () => {
    await server.forget()
    const submissionId = await placeWithRule(server, 'QUALITY_PROCESSING_COMPLETE')
    const issueId = await placeIssue(server, submissionId, 'OVERRIDE_REQUESTED', {
      requesterId: 'bedel-analyst',
    })
    const approve = (user: string) =>
      server.call<{ detail?: string }>(user, 'POST', `/issues/${issueId}/approve`, { body: {} })
    expect(await approve('bedel-analyst')).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('You requested this override') },
    })
    expect((await approve('bedel-admin')).status).toBe(200)
  })
})

it('raises one issue, whoever asks at once', async () => {
  await server.forget()
  const submissionId = await placeWithRule(server, 'QUALITY_PROCESSING_COMPLETE')
  const raise = (user: string) =>
    server.call(user, 'POST', `/submissions/${submissionId}/issues`, {
      body: { validationCode: ruleCode, regulatorCode },
    })
  const answers = await Promise.all(
    ['ashby-submitter', 'ashby-signoff', 'bedel-analyst', 'bedel-admin'].map(raise),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
})

it('an act that its person repeats, as after a lost answer, succeeds and writes nothing', async () => {
  await server.forget()
  const submissionId = await placeWithRule(server, 'QUALITY_PROCESSING_COMPLETE')
  const raised = { validationCode: ruleCode, regulatorCode }
  const raise = () =>
    server.call<{ id: string }>('ashby-signoff', 'POST', `/submissions/${submissionId}/issues`, {
      body: raised,
    })
  const [one, other] = [await raise(), await raise()]
  expect([one.status, other.status, other.body.id]).toEqual([200, 200, one.body.id])
  const request = (tolerances: object) =>
    server.call('ashby-signoff', 'POST', `/issues/${one.body.id}/override-request`, {
      body: { text: 'Genuine.', tolerances },
    })
  const decline = (text: string) =>
    server.call('bedel-analyst', 'POST', `/issues/${one.body.id}/decline`, { body: { note: text } })
  expect((await request(requestedTolerances)).status).toBe(200)
  expect((await request(requestedTolerances)).status).toBe(200)
  expect((await request([{ ...requestedTolerances[0], toleranceFrom: 6 }])).status).not.toBe(200)
  expect([
    (await decline('No.')).status,
    (await decline('No.')).status,
    (await decline('Why?')).status,
  ]).toEqual([200, 200, 409])
  const { events } = await server.look<{ events: string[] }>(
    `select array_agg(event order by sequence) as events from chart_event where chart = 'issue' and subject = '${one.body.id}'`,
  )
  expect(events).toEqual(['RAISE', 'CREATED', 'REQUEST_OVERRIDE', 'DECLINE_OVERRIDE'])
})
