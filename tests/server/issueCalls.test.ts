import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../src/domain/limits.ts'
import { issueFactsFromWire } from '../../src/domain/wire/issueFacts.ts'
import type { IssueRow, IssueWire } from '../../src/domain/wire/issues.ts'
import { explainIssue } from '../../src/machines/issue/index.ts'
import { placeIssue, placeWithRule, regulatorCode, ruleCode } from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'

let server: ProcessingServer
let submissionId = ''
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.forget()
  submissionId = await placeWithRule(server, 'QUALITY_PROCESSING_COMPLETE')
})

const post = <T = IssueWire>(user: string, path: string, body?: unknown) =>
  server.call<T & { detail?: string }>(user, 'POST', path, { body })
const raise = async (user = 'ashby-submitter', regulator = regulatorCode): Promise<IssueWire> => {
  const body = { validationCode: ruleCode, regulatorCode: regulator }
  return (await post(user, `/submissions/${submissionId}/issues`, body)).body
}
const read = async (user: string, id: string): Promise<IssueWire> =>
  (await server.call<IssueWire>(user, 'GET', `/issues/${id}`)).body
const listed = async (user: string, query = ''): Promise<IssueRow[]> =>
  (await server.call<{ issues: IssueRow[] }>(user, 'GET', `/issues?collectionReference=23056${query}`)).body
    .issues
const codesOf = (rows: readonly IssueRow[]) => rows.map(({ status }) => status.code)

it('tells of the rule, its figures, what was said and what happened, in order', async () => {
  const { id } = await raise()
  await post('bedel-analyst', `/issues/${id}/comments`, { text: 'Who are they?', awaits: 'provider' })
  await post('ashby-signoff', `/issues/${id}/explanations`, { text: 'Exchange students.' })
  const issue = await read('ashby-submitter', id)
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
  const { id } = await raise('ashby-signoff')
  await post('bedel-analyst', `/issues/${id}/comments`, { text: 'Why?' })
  const seenBy = async (user: string) => {
    const issue = await read(user, id)
    return [issue.raisedBy, issue.comments[0]?.by]
  }
  const colleagues = await seenBy('ashby-submitter')
  expect(await seenBy('ohe-analyst')).toEqual(['University of Ashby', 'Bedel'])
  expect(colleagues[1]).toBe('Bedel')
  expect(colleagues[0]).not.toContain('University')
  for (const name of await seenBy('bedel-staff')) expect(name).toMatch(/\(|,/)
})

it('gives the browser the facts with which its chart answers as the server does', async () => {
  const { id } = await raise()
  const issue = await read('ashby-submitter', id)
  const facts = issueFactsFromWire(issue.facts)
  const actor = server.actor('ashby-submitter')
  expect(explainIssue(issue.status.code, facts, { type: 'REQUEST_OVERRIDE', actor }).allowed).toBe(true)
  expect(explainIssue(issue.status.code, facts, { type: 'REOPEN', actor }).refusal?.kind).toBe('forbidden')
})

it('names who asked for an override to that person only', async () => {
  const { id } = await raise()
  const body = { tolerances: [{ toleranceTypeId: 2, toleranceFrom: 5, toleranceTo: null }], text: 'Genuine.' }
  await post('ashby-signoff', `/issues/${id}/override-request`, body)
  expect((await read('ashby-signoff', id)).facts.requesterId).toBe('ashby-signoff')
  for (const user of ['ashby-submitter', 'bedel-admin', 'ohe-analyst'])
    expect((await read(user, id)).facts).not.toHaveProperty('requesterId')
  expect((await read('bedel-admin', id)).wantedTolerance).toBe('5%')
})

it('offers what was explained of the rule in the collection before, whatever its version was then', async () => {
  const { id } = await raise()
  expect((await read('ashby-submitter', id)).lastExplanation).toBeNull()
  const before = async (of: { code: string; collection: string; regulator: string; text: string }) => {
    const past = randomUUID()
    await server.asOwner(`insert into issue (id, collection_id, inst_id, subject, code, name, regulator_code, status, version,
        raised_from, raised_utc, raised_by, updated_utc)
      values ('${past}', '${of.collection}', '0001', 'rule', '${of.code}', 'Then', '${of.regulator}', 'KNOWN_ISSUE', 1,
        '${submissionId}', now(), 'Test', now());
      insert into issue_event (issue_id, inst_id, sequence, event, from_status, to_status, actor, facts, occurred_utc)
      values ('${past}', '0001', 1, 'EXPLAIN', 'OPEN', 'AWAITING_AGENCY', '{}', '{}', '2023-11-01T10:00:00Z');
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
  expect((await read('ashby-submitter', id)).lastExplanation).toBeNull()
  await before({ code, collection: 'c22056', regulator: regulatorCode, text: 'Exchange students.' })
  expect((await read('ashby-submitter', id)).lastExplanation).toEqual({
    collection: expect.stringContaining('2022'),
    text: 'Exchange students.',
    at: '2023-11-01T10:00:00.000Z',
  })
})

describe('the list', () => {
  it('narrows to mine, to what awaits me, to a rule and to a status', async () => {
    const { id } = await raise('ashby-submitter')
    await raise('ashby-signoff', '5101')
    server.clock.forward(1000)
    await post('bedel-analyst', `/issues/${id}/comments`, { text: 'Why?', awaits: 'provider' })
    expect(codesOf(await listed('ashby-submitter'))).toEqual(['AWAITING_PROVIDER', 'OPEN'])
    expect(codesOf(await listed('ashby-signoff', '&filter=mine'))).toEqual(['OPEN'])
    expect(codesOf(await listed('ashby-signoff', '&filter=awaiting-me'))).toEqual(['AWAITING_PROVIDER'])
    expect(await listed('bedel-analyst', '&filter=awaiting-me')).toEqual([])
    expect(codesOf(await listed('bedel-analyst', '&status=open'))).toEqual(['AWAITING_PROVIDER', 'OPEN'])
    expect(await listed('bedel-analyst', '&status=closed')).toEqual([])
    expect(await listed('bedel-analyst', '&rule=another')).toEqual([])
    expect(await listed('bedel-analyst', `&rule=${encodeURIComponent('%')}`)).toEqual([])
    for (const part of ['sid.902', ' CHECK digit ', ruleCode])
      expect([part, codesOf(await listed('bedel-analyst', `&rule=${encodeURIComponent(part)}`))]).toEqual([
        part,
        ['AWAITING_PROVIDER', 'OPEN'],
      ])
    expect(codesOf(await listed('bedel-analyst', '&status=OPEN&limit=1'))).toEqual(['OPEN'])
  })

  it('holds for a specialist regulator the issues that name it, and no other can be opened', async () => {
    const { id } = await raise('ashby-submitter')
    const named = await raise('ashby-submitter', '5101')
    expect((await listed('ttb-analyst')).map(issue => issue.id)).toEqual([named.id])
    expect((await server.call('ttb-analyst', 'GET', `/issues/${id}`)).status).toBe(404)
    expect((await post('ttb-analyst', `/issues/${named.id}/comments`, { text: 'Seen.' })).status).toBe(200)
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
    post(user, `/issues/${id}/assign`, { userId })

  it('is given to a colleague, who finds it among their own and begins', async () => {
    const { id } = await raise()
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
    expect(await listed('ashby-submitter', '&filter=assigned-to-me')).toEqual([])
    expect((await listed('ashby-signoff', '&filter=assigned-to-me')).map(issue => issue.id)).toEqual([id])
    const begun = await post('ashby-signoff', `/issues/${id}/start-work`)
    expect(begun.body).toMatchObject({ isAssignedToMe: true, isInWork: true })
    expect((await read('ohe-analyst', id)).assignee).toBe('University of Ashby')
    const second = await post('ashby-submitter', `/issues/${id}/start-work`)
    expect([second.status, second.body.detail]).toEqual([
      409,
      'Somebody already works on this issue. To take it over, assign it to yourself first.',
    ])
    await post('ashby-signoff', `/issues/${id}/explanations`, { text: 'A new campus.' })
    expect(await read('ashby-signoff', id)).toMatchObject({ isAssignedToMe: true, isInWork: false })
    expect((await assign('ashby-submitter', id, null)).body).toMatchObject({ assignee: null })
  })

  it('is for the colleagues of the provider only', async () => {
    const { id } = await raise()
    const stranger = await assign('ashby-submitter', id, 'brackley-signoff')
    expect([stranger.status, stranger.body.detail]).toEqual([
      422,
      expect.stringContaining('Nobody of this name works for the provider'),
    ])
    for (const user of ['ashby-guest', 'bedel-analyst', 'ohe-analyst'])
      expect((await assign(user, id, 'ashby-submitter')).status).toBe(403)
    expect((await assign('brackley-signoff', id, 'brackley-signoff')).status).toBe(404)
  })
})

describe('one explanation for several rules of the quality report', () => {
  const other = 'QR.STUDENT.Student.SID.903.V01'
  const rules = [
    { validationCode: ruleCode, regulatorCode },
    { validationCode: ruleCode, regulatorCode: '5101' },
    { validationCode: other, regulatorCode },
  ]
  beforeEach(() =>
    server.asOwner(`insert into quality_rule_result (submission_id, inst_id, code, ordinal, name, outside, operational,
        population_count, failure_count, result)
      select submission_id, inst_id, '${other}', 2, 'Another', outside, operational, population_count, failure_count,
        replace(result::text, '${ruleCode}', '${other}')::jsonb
      from quality_rule_result where submission_id = '${submissionId}'`),
  )
  const explain = (user: string, body: object = {}) =>
    post<{ explained: number; errors?: { field: string; message: string }[] }>(
      user,
      `/submissions/${submissionId}/explanations`,
      { rules, text: 'A new campus.', ...body },
    )
  const of = (
    rows: readonly IssueRow[],
    { validationCode, regulatorCode: regulator }: (typeof rules)[number],
  ) => rows.find(({ code, regulator: { id } }) => code === validationCode && id === regulator)

  it('raises the issues that nobody has raised, and gives each the text, the file and the colleague', async () => {
    const { id } = await raise('ashby-submitter')
    await server.tokenOf('ashby-signoff')
    const file = await post<{ attachmentId: string } & SignedPost>(
      'ashby-submitter',
      `/submissions/${submissionId}/explanation-files`,
      { fileName: 'campus.pdf', fileSize: 4 },
    )
    expect((await sendForm(server.origin, file.body, '%PDF', 'campus.pdf')).status).toBe(204)
    const attachments = [file.body.attachmentId]
    expect(await explain('ashby-submitter', { attachments, userId: 'ashby-signoff' })).toMatchObject({
      status: 200,
      body: { explained: 3 },
    })
    const rows = await listed('ashby-signoff', '&filter=assigned-to-me')
    expect(of(rows, rules[0]!)?.id).toBe(id)
    for (const rule of rules) {
      const issue = await read('bedel-analyst', of(rows, rule)?.id ?? '')
      expect([issue.status.code, issue.isExplained, issue.comments.map(({ text }) => text)]).toEqual([
        'AWAITING_AGENCY',
        true,
        ['A new campus.'],
      ])
      const [attached] = issue.comments[0]?.attachments ?? []
      expect(attached).toMatchObject({ fileName: 'campus.pdf', fileSize: 4 })
      const path = `/issues/${issue.id}/attachments/${attached?.id}/download-request`
      const { url } = (await post<{ url: string }>('bedel-analyst', path)).body
      expect(await (await fetch(new URL(url, server.origin))).text()).toBe('%PDF')
    }
    expect(await server.look('select count(*)::int as left from explanation_file')).toEqual({ left: 0 })
  })

  it('is given to none where one is refused: each refusal by its place, and audited', async () => {
    const ids = [(await raise()).id, (await raise('ashby-submitter', '5101')).id]
    for (const id of ids) await post('bedel-analyst', `/issues/${id}/close`, { resolution: 'KNOWN_ISSUE' })
    const refused = await explain('ashby-signoff')
    const reason = '"Explain" is not possible while the issue is "Known issue".'
    expect([refused.status, refused.body.detail, refused.body.errors]).toEqual([
      409,
      `Nothing was changed, for ${ruleCode} is refused: ${reason}`,
      [
        { field: 'body.rules.0', message: reason },
        { field: 'body.rules.1', message: reason },
      ],
    ])
    expect((await listed('ashby-signoff')).map(({ code }) => code)).toEqual([ruleCode, ruleCode])
    const { count } = await server.look<{ count: number }>(
      `select count(*)::int as count from audit_line where action = 'ISSUE_EXPLAIN' and outcome = 'refused'`,
    )
    expect(count).toBe(2)
  })

  it('is for those of the provider who answer issues, of rules that there are, by colleagues', async () => {
    for (const user of ['ashby-guest', 'bedel-analyst', 'ohe-analyst'])
      expect((await explain(user)).status).toBe(403)
    expect((await explain('brackley-signoff')).status).toBe(404)
    expect(
      (await explain('ashby-signoff', { rules: [{ validationCode: 'none', regulatorCode }] })).status,
    ).toBe(404)
    expect((await explain('ashby-signoff', { userId: 'brackley-signoff' })).status).toBe(422)
    expect((await explain('ashby-signoff', { attachments: [randomUUID()] })).status).toBe(409)
    await server.asOwner(`update collection set disallow_create_issues = true where id = 'c23056'`)
    const refused = await explain('ashby-signoff')
    await server.asOwner(`update collection set disallow_create_issues = false where id = 'c23056'`)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining('In this collection Bedel creates the issues when you submit for approval.'),
    ])
    expect(await listed('ashby-signoff')).toEqual([])
  })
})

it('assigns several issues to one colleague, all or none', async () => {
  const ids = [(await raise()).id, (await raise('ashby-submitter', '5101')).id]
  await server.tokenOf('ashby-signoff')
  const assign = (user: string, userId: string | null, issues = ids) =>
    post<{ assigned: number }>(user, '/issues/assignments', { issues, userId })
  expect((await assign('ashby-submitter', 'ashby-signoff')).body).toEqual({ assigned: 2 })
  expect((await listed('ashby-signoff', '&filter=assigned-to-me')).length).toBe(2)
  expect((await assign('ashby-submitter', 'brackley-signoff')).status).toBe(422)
  await post('bedel-analyst', `/issues/${ids[0]}/close`, { resolution: 'KNOWN_ISSUE' })
  expect((await assign('ashby-submitter', null)).status).toBe(409)
  expect((await listed('ashby-signoff', '&filter=assigned-to-me')).length).toBe(2)
  expect((await assign('ashby-submitter', null, [ids[1] ?? ''])).body).toEqual({ assigned: 1 })
})

describe('one explanation for several', () => {
  const explain = (user: string, ids: readonly string[]) =>
    post<{ explained: number }>(user, '/issues/explanations', { issues: ids, text: 'A new campus.' })

  it('is given to all of them, each with the text', async () => {
    const ids = [(await raise()).id, (await raise('ashby-submitter', '5101')).id]
    expect(await explain('ashby-signoff', ids)).toMatchObject({ status: 200, body: { explained: 2 } })
    for (const id of ids) {
      const { status, isExplained, comments } = await read('bedel-analyst', id)
      expect([status.code, isExplained, comments.map(({ text }) => text)]).toEqual([
        'AWAITING_AGENCY',
        true,
        ['A new campus.'],
      ])
    }
  })

  it('is one notice for each organisation, however many issues it hears of', async () => {
    const ids = [(await raise()).id, (await raise('ashby-submitter', '5101')).id]
    await server.asOwner('delete from notice')
    await explain('ashby-signoff', ids)
    const noticesOf = async (user: string) =>
      (
        await server.call<{ notices: { title: string; issueId?: string; code?: string }[] }>(
          user,
          'GET',
          '/notices',
        )
      ).body.notices.map(({ title, issueId, code }) => [title, issueId, code])
    expect(await noticesOf('bedel-analyst')).toEqual([
      ['University of Ashby explained 2 rules and reports', undefined, undefined],
    ])
    expect(await noticesOf('ohe-analyst')).toEqual([
      [`University of Ashby explained ${ruleCode}`, ids[0], ruleCode],
    ])
    expect(await noticesOf('ashby-signoff')).toEqual([])
  })

  it('is given to none where one is refused, which is named and audited', async () => {
    const ids = [(await raise()).id, (await raise('ashby-submitter', '5101')).id]
    await post('bedel-analyst', `/issues/${ids[1]}/close`, { resolution: 'KNOWN_ISSUE' })
    const refused = await explain('ashby-signoff', ids)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      `Nothing was changed, for ${ruleCode} is refused: "Explain" is not possible while the issue is "Known issue".`,
    ])
    expect((await read('ashby-signoff', ids[0] ?? '')).comments).toEqual([])
    const { subjects } = await server.look<{ subjects: string[] }>(
      `select array_agg(subject) as subjects from audit_line where action = 'ISSUE_EXPLAIN' and outcome = 'refused'`,
    )
    expect(subjects).toEqual([ids[1]])
  })

  it('is for the provider itself: others may not, or find none', async () => {
    const ids = [(await raise()).id]
    for (const user of ['ashby-guest', 'bedel-analyst']) expect((await explain(user, ids)).status).toBe(403)
    expect((await explain('brackley-signoff', ids)).status).toBe(404)
    expect((await explain('ashby-signoff', [...ids, randomUUID()])).status).toBe(404)
  })
})

describe('files beside an explanation', () => {
  const attach = async (id: string, content: string, fileSize = content.length) => {
    const answer = await post<SignedPost & { attachmentId: string }>(
      'ashby-submitter',
      `/issues/${id}/attachments`,
      { fileName: 'leavers.pdf', fileSize },
    )
    return { ...answer.body, status: answer.status }
  }

  it('are posted to the store, named by the explanation, and given to who reads the issue', async () => {
    const { id } = await raise()
    const file = await attach(id, 'the leavers')
    expect((await sendForm(server.origin, file, 'the leavers', 'leavers.pdf')).status).toBe(204)
    const explained = await post('ashby-submitter', `/issues/${id}/explanations`, {
      text: 'See the file.',
      attachments: [file.attachmentId],
    })
    expect(explained.body.comments[0]?.attachments).toEqual([
      { id: file.attachmentId, fileName: 'leavers.pdf', fileSize: 11 },
    ])
    const request = `/issues/${id}/attachments/${file.attachmentId}/download-request`
    const { body } = await post<{ url: string }>('bedel-analyst', request)
    const download = await fetch(new URL(body.url, server.origin))
    expect([await download.text(), download.headers.get('content-disposition')]).toEqual([
      'the leavers',
      expect.stringContaining('leavers.pdf'),
    ])
    expect((await post('brackley-signoff', request)).status).toBe(404)
    // A file is beside one comment only.
    const again = { text: 'Again.', attachments: [file.attachmentId] }
    expect((await post('ashby-submitter', `/issues/${id}/comments`, again)).status).toBe(409)
  })

  it('are removed after a day where nothing has named them, with what a refused comment has left', async () => {
    const { id } = await raise()
    const send = async (content: string): Promise<string> => {
      const file = await attach(id, content)
      await sendForm(server.origin, file, content, 'leavers.pdf')
      return file.attachmentId
    }
    const [named, forgotten, refused] = [await send('named'), await send('forgotten'), await send('refused')]
    await post('ashby-submitter', `/issues/${id}/comments`, { text: 'See it.', attachments: [named] })
    const withMissing = { text: 'See them.', attachments: [refused, randomUUID()] }
    expect((await post('ashby-submitter', `/issues/${id}/comments`, withMissing)).status).toBe(409)
    const kept = async () => ({
      rows: await server.look<{ ids: string[] }>(
        'select coalesce(array_agg(id::text order by id), array[]::text[]) as ids from issue_attachment',
      ),
      objects: (await server.storage.list(`0001/${id}/attachment.`)).length,
    })
    const all = [named, forgotten, refused].toSorted()
    server.clock.forward(24 * 3_600_000)
    await server.processing.sweep()
    expect((await kept()).rows.ids).toEqual(all)
    server.clock.forward(1)
    await server.processing.sweep()
    expect(await kept()).toEqual({ rows: { ids: [named] }, objects: 1 })
  })

  it('are refused over 5 MB, by whoever may not write, where none has arrived, and from another person', async () => {
    const { id } = await raise()
    const detail = async (fileSize: number) => {
      const { status, body } = await post('ashby-submitter', `/issues/${id}/attachments`, {
        fileName: 'leavers.pdf',
        fileSize,
      })
      return [status, body.detail]
    }
    expect(await detail(limits.issueAttachmentBytes + 1)).toEqual([
      422,
      'leavers.pdf is larger than 5.2 MB. Choose a smaller file.',
    ])
    expect(await detail(0)).toEqual([422, 'leavers.pdf is empty. Choose another file.'])
    const many = { text: 'See the files.', attachments: Array.from({ length: 11 }, () => randomUUID()) }
    expect((await post('ashby-submitter', `/issues/${id}/comments`, many)).body.detail).toBe(
      'You have chosen 11 files. At most 10 can be sent with one text.',
    )
    const file = { fileName: 'a.pdf', fileSize: 1 }
    expect((await post('ashby-guest', `/issues/${id}/attachments`, file)).status).toBe(403)
    const missing = await attach(id, 'not sent')
    const explain = (user: string, attachmentId: string) =>
      post(user, `/issues/${id}/explanations`, { text: 'See the file.', attachments: [attachmentId] })
    expect(await explain('ashby-submitter', missing.attachmentId)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('has not arrived') },
    })
    const sent = await attach(id, 'sent')
    await sendForm(server.origin, sent, 'sent', 'a.pdf')
    expect((await explain('ashby-signoff', sent.attachmentId)).status).toBe(409)
    expect((await explain('ashby-submitter', randomUUID())).status).toBe(409)
    expect((await read('ashby-submitter', id)).comments).toEqual([])
    // Larger than announced.
    const small = await attach(id, 'abc')
    expect((await sendForm(server.origin, small, 'abcdef', 'a.pdf')).status).toBeGreaterThanOrEqual(400)
  })
})

describe('an override', () => {
  const outside = () =>
    server.look<{ outside: boolean; statuses: number[]; override: boolean[] }>(
      `select outside, jsonb_path_query_array(result, '$.rows[*].status') as statuses,
        jsonb_path_query_array(result, '$.rows[*].isProviderToleranceOverride') as override
        from quality_rule_result where submission_id = '${submissionId}'`,
    )
  const request = (id: string, from: number, type = 2) =>
    post('ashby-signoff', `/issues/${id}/override-request`, {
      tolerances: [{ toleranceTypeId: type, toleranceFrom: from, toleranceTo: null }],
      text: 'All of them are genuine.',
    })

  it('that is granted decides the latest results of its regulator again at once, and is taken back with the issue', async () => {
    await server.asOwner(`update quality_rule_result set operational = true;
      update collection set reference_period_end = '2024-07-31' where id = 'c23056'`)
    const { id } = await raise()
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
    const granted = await post('ohe-analyst', `/issues/${id}/approve`, { note: 'Agreed.' })
    expect(granted.body).toMatchObject({
      status: { code: 'OVERRIDE_GRANTED', name: 'Genuine - override granted' },
      tolerance: { text: '5%' },
      figures: [{ isOutside: false, isProviderToleranceOverride: true }],
    })
    // The other regulator has granted nothing.
    expect(await outside()).toEqual({ outside: true, statuses: [0, 1], override: [true, false] })
    expect(await blocked()).toMatchObject({ operationalFailures: true, openIssues: 0 })
    const other = await raise('ashby-submitter', '5101')
    await request(other.id, 5)
    await post('bedel-analyst', `/issues/${other.id}/approve`, {})
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
    await post('bedel-analyst', `/issues/${id}/reopen`, { note: 'By mistake.' })
    expect(await outside()).toEqual({ outside: true, statuses: [1, 0], override: [false, true] })
    expect(
      (await server.look<{ count: number }>('select count(*)::int as count from tolerance_override')).count,
    ).toBe(1)
  })

  it('is asked for in the form of the rule', async () => {
    const { id } = await raise()
    const detail = async (from: number, type?: number) => {
      const { status, body } = await request(id, from, type)
      return [status, body.detail]
    }
    expect(await detail(5, 1)).toEqual([422, expect.stringContaining('one value for each part')])
    expect(await detail(101)).toEqual([422, expect.stringContaining('at most two decimals')])
    expect(await detail(0.123)).toEqual([422, expect.stringContaining('at most two decimals')])
    expect((await detail(0.12))[0]).toBe(200)
  })

  it('waits while a file is being processed', async () => {
    const id = await placeIssue(server, submissionId, 'OVERRIDE_REQUESTED')
    await server.place({ id: submissionId, instId: '0001' }, 'QUALITY_RULES')
    const answer = await post('bedel-analyst', `/issues/${id}/approve`, {})
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      'A submission is being processed. Wait for its results, then try again.',
    ])
    expect(await outside()).toMatchObject({ outside: true })
  })
})
