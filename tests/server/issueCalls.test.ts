import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueFactsFromWire } from '../../src/domain/wire/issueFacts.ts'
import type { IssueRow } from '../../src/domain/wire/issueList.ts'
import { explainIssue } from '../../src/machines/issue/index.ts'
import { issueCalls } from './support/issueCalls.ts'
import { placeIssue, placeWithRule, regulatorCode, ruleCode } from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** What an issue tells and to whom, the work on it, and its override. How it is explained is issueExplanations.test.ts. */
let server: ProcessingServer
let submissionId = ''
let calls: ReturnType<typeof issueCalls>
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.forget()
  submissionId = await placeWithRule(server, 'QUALITY_PROCESSING_COMPLETE')
  calls = issueCalls(server, submissionId)
})

const codesOf = (rows: readonly IssueRow[]) => rows.map(({ status }) => status.code)

it('tells of the rule, its figures, what was said and what happened, in order', async () => {
  const { id } = await calls.raise()
  await calls.post('bedel-analyst', `/issues/${id}/comments`, { text: 'Who are they?', awaits: 'provider' })
  await calls.post('ashby-signoff', `/issues/${id}/explanations`, { text: 'Exchange students.' })
  const issue = await calls.read('ashby-submitter', id)
  expect(issue).toMatchObject({
    code: ruleCode,
    status: { code: 'AWAITING_AGENCY', name: 'Awaiting Bedel', isOpen: true, awaits: 'agency' },
    link: `/issues/${id}`,
    isExplained: true,
    isMine: true,
    tolerance: { text: '0%', parts: [{ toleranceTypeId: 2, toleranceFrom: 0, toleranceTo: null }] },
    figures: [{ submissionId, populationCount: 300, failureCount: 12, isOutside: true, tolerance: '0%' }],
  })
  expect(issue.comments.map(({ event, text }) => [event, text])).toEqual([
    ['COMMENT', 'Who are they?'],
    ['EXPLAIN', 'Exchange students.'],
  ])
  expect(issue.history.map(({ event, from, to }) => [event, from.code, to.code])).toEqual([
    ['RAISE', 'NONE', 'PENDING'],
    ['CREATED', 'PENDING', 'OPEN'],
    ['COMMENT', 'OPEN', 'AWAITING_PROVIDER'],
    ['EXPLAIN', 'AWAITING_PROVIDER', 'AWAITING_AGENCY'],
  ])
})

it('names a person to colleagues, the organisation to others, and both to the agency', async () => {
  const { id } = await calls.raise('ashby-signoff')
  await calls.post('bedel-analyst', `/issues/${id}/comments`, { text: 'Why?' })
  const seenBy = async (user: string) => {
    const issue = await calls.read(user, id)
    return [issue.raisedBy, issue.comments[0]?.by]
  }
  const colleagues = await seenBy('ashby-submitter')
  expect(await seenBy('ohe-analyst')).toEqual(['University of Ashby', 'Bedel'])
  expect(colleagues[1]).toBe('Bedel')
  expect(colleagues[0]).not.toContain('University')
  for (const name of await seenBy('bedel-staff')) expect(name).toMatch(/\(|,/)
})

it('gives the browser the facts with which its chart answers as the server does', async () => {
  const { id } = await calls.raise()
  const issue = await calls.read('ashby-submitter', id)
  const facts = issueFactsFromWire(issue.facts)
  const actor = server.actor('ashby-submitter')
  expect(explainIssue(issue.status.code, facts, { type: 'REQUEST_OVERRIDE', actor }).allowed).toBe(true)
  expect(explainIssue(issue.status.code, facts, { type: 'REOPEN', actor }).refusal?.kind).toBe('forbidden')
})

it('names who asked for an override to that person only', async () => {
  const { id } = await calls.raise()
  const body = { tolerances: [{ toleranceTypeId: 2, toleranceFrom: 5, toleranceTo: null }], text: 'Genuine.' }
  await calls.post('ashby-signoff', `/issues/${id}/override-request`, body)
  expect((await calls.read('ashby-signoff', id)).facts.requesterId).toBe('ashby-signoff')
  for (const user of ['ashby-submitter', 'bedel-admin', 'ohe-analyst'])
    expect((await calls.read(user, id)).facts).not.toHaveProperty('requesterId')
  expect((await calls.read('bedel-admin', id)).wantedTolerance).toBe('5%')
})

it('offers what was explained of the rule in the collection before, whatever its version was then', async () => {
  const { id } = await calls.raise()
  expect((await calls.read('ashby-submitter', id)).lastExplanation).toBeNull()
  const before = async (of: { code: string; collection: string; regulator: string; text: string }) => {
    const past = randomUUID()
    await server.asOwner(`insert into issue (id, collection_id, inst_id, subject, code, name, regulator_code, status, version,
        raised_from, raised_utc, raised_by, updated_utc)
      values ('${past}', '${of.collection}', '0001', 'rule', '${of.code}', 'Then', '${of.regulator}', 'KNOWN_ISSUE', 1,
        '${submissionId}', now(), 'Test', now());
      insert into chart_event (chart, subject, inst_id, sequence, event, from_place, to_place, actor, facts, occurred_utc)
      values ('issue', '${past}', '0001', 1, 'EXPLAIN', 'OPEN', 'AWAITING_AGENCY', '{}', '{}', '2023-11-01T10:00:00Z');
      insert into issue_comment (issue_id, inst_id, sequence, text) values ('${past}', '0001', 1, '${of.text}')`)
  }
  const code = ruleCode.replace('.V01', '.V02')
  await before({ code, collection: 'c22056', regulator: '5101', text: 'Of another regulator.' })
  await before({
    code: `${ruleCode}x`,
    collection: 'c22056',
    regulator: regulatorCode,
    text: 'Another rule.',
  })
  expect((await calls.read('ashby-submitter', id)).lastExplanation).toBeNull()
  await before({ code, collection: 'c22056', regulator: regulatorCode, text: 'Exchange students.' })
  expect((await calls.read('ashby-submitter', id)).lastExplanation).toEqual({
    collection: expect.stringContaining('2022'),
    text: 'Exchange students.',
    at: '2023-11-01T10:00:00.000Z',
  })
  // The same rule, before anybody has opened the issue.
  const asked = await server.call<{ lastExplanation: { text: string } | null }>(
    'ashby-submitter',
    'GET',
    `/submissions/${submissionId}/last-explanation?validationCode=${ruleCode}&regulatorCode=${regulatorCode}`,
  )
  expect(asked.body.lastExplanation?.text).toBe('Exchange students.')
  // Two versions side by side are two rules: neither speaks for this one, but its own code does.
  const of = { collection: 'c22056', regulator: regulatorCode }
  await before({ ...of, code: ruleCode.replace('.V01', '.V03'), text: 'Of a third version.' })
  expect((await calls.read('ashby-submitter', id)).lastExplanation).toBeNull()
  await before({ ...of, code: ruleCode, text: 'Of this very rule.' })
  expect((await calls.read('ashby-submitter', id)).lastExplanation?.text).toBe('Of this very rule.')
})

describe('the list', () => {
  it('shows in a queue no issue of an archived collection: nobody can answer it there', async () => {
    const { id } = await calls.raise('ashby-submitter')
    await calls.post('ashby-submitter', `/issues/${id}/comments`, {
      text: 'Is this right?',
      awaits: 'agency',
    })
    const queued = async () =>
      (await server.call<{ counts: { issue: number } }>('bedel-analyst', 'GET', '/tasks')).body.counts.issue
    expect(await queued()).toBe(1)
    await server.setCollection('Archived')
    expect(await queued()).toBe(0)
    await server.setCollection('Open')
  })

  it('narrows to mine, to what awaits me, to a rule and to a status', async () => {
    const { id } = await calls.raise('ashby-submitter')
    await calls.raise('ashby-signoff', '5101')
    server.clock.forward(1000)
    await calls.post('bedel-analyst', `/issues/${id}/comments`, { text: 'Why?', awaits: 'provider' })
    expect(codesOf(await calls.listed('ashby-submitter'))).toEqual(['AWAITING_PROVIDER', 'OPEN'])
    expect(codesOf(await calls.listed('ashby-signoff', '&filter=mine'))).toEqual(['OPEN'])
    expect(codesOf(await calls.listed('ashby-signoff', '&filter=awaiting-me'))).toEqual(['AWAITING_PROVIDER'])
    expect(await calls.listed('bedel-analyst', '&filter=awaiting-me')).toEqual([])
    // Nobody can answer in an archive (decisions §10), so that nothing awaits anybody there.
    await server.setCollection('Archived')
    expect(await calls.listed('ashby-signoff', '&filter=awaiting-me')).toEqual([])
    expect(codesOf(await calls.listed('ashby-signoff'))).toEqual(['AWAITING_PROVIDER', 'OPEN'])
    await server.setCollection('Open')
    expect(codesOf(await calls.listed('bedel-analyst', '&status=open'))).toEqual([
      'AWAITING_PROVIDER',
      'OPEN',
    ])
    expect(await calls.listed('bedel-analyst', '&status=closed')).toEqual([])
    expect(await calls.listed('bedel-analyst', '&rule=another')).toEqual([])
    expect(await calls.listed('bedel-analyst', `&rule=${encodeURIComponent('%')}`)).toEqual([])
    for (const part of ['sid.902', ' CHECK digit ', ruleCode])
      expect([
        part,
        codesOf(await calls.listed('bedel-analyst', `&rule=${encodeURIComponent(part)}`)),
      ]).toEqual([part, ['AWAITING_PROVIDER', 'OPEN']])
    expect(codesOf(await calls.listed('bedel-analyst', '&status=OPEN&limit=1'))).toEqual(['OPEN'])
  })

  it('holds for a specialist regulator the issues that name it, and no other can be opened', async () => {
    const { id } = await calls.raise('ashby-submitter')
    const named = await calls.raise('ashby-submitter', '5101')
    expect((await calls.listed('ttb-analyst')).map(issue => issue.id)).toEqual([named.id])
    expect((await server.call('ttb-analyst', 'GET', `/issues/${id}`)).status).toBe(404)
    expect((await calls.post('ttb-analyst', `/issues/${named.id}/comments`, { text: 'Seen.' })).status).toBe(
      200,
    )
    const channels = await server.look<{ all: string[]; ttb: number }>(
      `select array_agg(distinct inst_id order by inst_id) as all,
        count(*) filter (where inst_id = '5101')::int as ttb
        from live_message where payload ->> 'type' = 'ISSUE_STATUS'`,
    )
    expect(channels).toEqual({ all: ['0001', '5016', '5101', 'bedel'], ttb: 2 })
  })
})

describe('the work on an issue', () => {
  const assign = (user: string, id: string, userId: string | null) =>
    calls.post(user, `/issues/${id}/assign`, { userId })

  it('is given to a colleague, who finds it among their own and begins', async () => {
    const { id } = await calls.raise()
    await server.tokenOf('ashby-guest')
    await server.tokenOf('brackley-signoff')
    await server.tokenOf('ashby-signoff')
    const { body } = await server.call<{ colleagues: { userId: string; name: string }[] }>(
      'ashby-submitter',
      'GET',
      '/issues/colleagues',
    )
    // Not the guest, who explains nothing, and nobody of another provider.
    expect(body.colleagues.map(({ userId }) => userId).toSorted()).toEqual([
      'ashby-signoff',
      'ashby-submitter',
    ])
    const colleague = body.colleagues.find(({ userId }) => userId === 'ashby-signoff')
    expect(colleague?.name).toBe(server.actor('ashby-signoff').name)
    const assigned = await assign('ashby-submitter', id, 'ashby-signoff')
    expect(assigned.body).toMatchObject({ assignee: colleague?.name, isAssignedToMe: false, isInWork: false })
    expect(await calls.listed('ashby-submitter', '&filter=assigned-to-me')).toEqual([])
    expect((await calls.listed('ashby-signoff', '&filter=assigned-to-me')).map(issue => issue.id)).toEqual([
      id,
    ])
    const begun = await calls.post('ashby-signoff', `/issues/${id}/start-work`)
    expect(begun.body).toMatchObject({ isAssignedToMe: true, isInWork: true })
    expect((await calls.read('ohe-analyst', id)).assignee).toBe('University of Ashby')
    const second = await calls.post('ashby-submitter', `/issues/${id}/start-work`)
    expect([second.status, second.body.detail]).toEqual([
      409,
      'Someone is already working on this issue. To take it over, assign it to yourself first.',
    ])
    await calls.post('ashby-signoff', `/issues/${id}/explanations`, { text: 'A new campus.' })
    expect(await calls.read('ashby-signoff', id)).toMatchObject({ isAssignedToMe: true, isInWork: false })
    expect((await assign('ashby-submitter', id, null)).body).toMatchObject({ assignee: null })
    // Who begins has it, also where it was nobody's.
    const own = await calls.post('ashby-submitter', `/issues/${id}/start-work`)
    expect(own.body).toMatchObject({ assignee: server.actor('ashby-submitter').name, isInWork: true })
  })

  it('is for the colleagues of the provider only', async () => {
    const { id } = await calls.raise()
    const stranger = await assign('ashby-submitter', id, 'brackley-signoff')
    expect([stranger.status, stranger.body.detail]).toEqual([
      422,
      expect.stringContaining('No submitter or sign-off user of the provider has this name'),
    ])
    for (const user of ['ashby-guest', 'bedel-analyst', 'ohe-analyst'])
      expect((await assign(user, id, 'ashby-submitter')).status).toBe(403)
    expect((await assign('brackley-signoff', id, 'brackley-signoff')).status).toBe(404)
  })
})

it('assigns several issues to one colleague, all or none', async () => {
  const ids = [(await calls.raise()).id, (await calls.raise('ashby-submitter', '5101')).id]
  await server.tokenOf('ashby-signoff')
  const assign = (user: string, userId: string | null, issues = ids) =>
    calls.post<{ assigned: number }>(user, '/issues/assignments', { issues, userId })
  expect((await assign('ashby-submitter', 'ashby-signoff')).body).toEqual({ assigned: 2 })
  expect((await calls.listed('ashby-signoff', '&filter=assigned-to-me')).length).toBe(2)
  expect((await assign('ashby-submitter', 'brackley-signoff')).status).toBe(422)
  await calls.post('bedel-analyst', `/issues/${ids[0]}/close`, { resolution: 'KNOWN_ISSUE' })
  expect((await assign('ashby-submitter', null)).status).toBe(409)
  expect((await calls.listed('ashby-signoff', '&filter=assigned-to-me')).length).toBe(2)
  expect((await assign('ashby-submitter', null, [ids[1] ?? ''])).body).toEqual({ assigned: 1 })
})

describe('an override', () => {
  const outside = () =>
    server.look<{ outside: boolean; statuses: number[]; override: boolean[] }>(
      `select outside, jsonb_path_query_array(result, '$.rows[*].status') as statuses,
        jsonb_path_query_array(result, '$.rows[*].isProviderToleranceOverride') as override
        from quality_rule_result where submission_id = '${submissionId}'`,
    )
  const request = (id: string, from: number | string, type = 2) =>
    calls.post('ashby-signoff', `/issues/${id}/override-request`, {
      tolerances: [{ toleranceTypeId: type, toleranceFrom: from, toleranceTo: null }],
      text: 'All of them are genuine.',
    })

  it('that is granted decides the latest results of its regulator again at once, and is taken back with the issue', async () => {
    await server.asOwner(`update quality_rule_result set operational = true;
      update collection set reference_period_end = '2024-07-31' where id = 'c23056'`)
    const { id } = await calls.raise()
    await request(id, 5)
    const blocked = async () =>
      (
        await server.call<{ submissionStatuses: { operationalFailures: boolean; openIssues: number } }>(
          'ashby-signoff',
          'GET',
          `/submissions/${submissionId}/commit-allowed-status`,
        )
      ).body.submissionStatuses
    expect(await outside()).toEqual({ outside: true, statuses: [1, 1], override: [false, false] })
    const granted = await calls.post('ohe-analyst', `/issues/${id}/approve`, { note: 'Agreed.' })
    expect(granted.body).toMatchObject({
      status: { code: 'OVERRIDE_GRANTED', name: 'Genuine - override granted' },
      tolerance: { text: '5%' },
      figures: [{ isOutside: false, isProviderToleranceOverride: true }],
    })
    // The other regulator has granted nothing.
    expect(await outside()).toEqual({ outside: true, statuses: [0, 1], override: [true, false] })
    expect(await blocked()).toMatchObject({ operationalFailures: true, openIssues: 0 })
    const other = await calls.raise('ashby-submitter', '5101')
    await request(other.id, 5)
    await calls.post('bedel-analyst', `/issues/${other.id}/approve`, {})
    expect(await outside()).toEqual({ outside: false, statuses: [0, 0], override: [true, true] })
    expect(await blocked()).toMatchObject({ operationalFailures: false })
    const { type, facts } = await server.look<{ type: string; facts: { blockers: object } }>(
      `select payload ->> 'type' as type, payload -> 'facts' as facts from live_message
        where inst_id = '0001' and payload ->> 'type' = 'FILE_EVENT' order by sequence desc limit 1`,
    )
    expect([type, facts.blockers]).toEqual([
      'FILE_EVENT',
      expect.objectContaining({ operationalFailures: false }),
    ])
    await calls.post('bedel-analyst', `/issues/${id}/reopen`, { note: 'By mistake.' })
    expect(await outside()).toEqual({ outside: true, statuses: [1, 0], override: [false, true] })
    expect(
      (await server.look<{ count: number }>('select count(*)::int as count from tolerance_override')).count,
    ).toBe(1)
  })

  it('is asked for in the form of the rule, within the bounds of its type', async () => {
    const { id } = await calls.raise()
    const answered = async (from: number | string, type?: number) => {
      const { status, body } = await request(id, from, type)
      return [status, body.detail]
    }
    expect(await answered(5, 1)).toEqual([
      422,
      "Enter every part of a regulator's tolerance, with the type and conjunction from the ruleset.",
    ])
    expect(await answered(1000)).toEqual([422, '0 to 999.99'])
    expect(await answered(0.123)).toEqual([422, 'Use at most two decimal places'])
    expect(await answered('1,5')).toEqual([422, 'Enter a number'])
    expect((await answered('999.99'))[0]).toBe(200)
    expect((await calls.read('ashby-signoff', id)).wantedTolerance).toBe('999.99%')
  })

  it('waits while a file is being processed', async () => {
    const id = await placeIssue(server, submissionId, 'OVERRIDE_REQUESTED')
    await server.place({ id: submissionId, instId: '0001' }, 'QUALITY_RULES')
    const answer = await calls.post('bedel-analyst', `/issues/${id}/approve`, {})
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      'A submission is being processed. Wait for its results, then try again.',
    ])
    expect(await outside()).toMatchObject({ outside: true })
  })
})
