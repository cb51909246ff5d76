import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../src/domain/limits.ts'
import type { IssueRow } from '../../src/domain/wire/issueList.ts'
import { issueCalls } from './support/issueCalls.ts'
import { placeWithRule, regulatorCode, ruleCode } from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'

/** What a provider writes of its issues: one explanation for several of them, and files beside it. */
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
    calls.post<{ explained: number; errors?: { field: string; message: string }[] }>(
      user,
      `/submissions/${submissionId}/explanations`,
      { rules, text: 'A new campus.', ...body },
    )
  const of = (
    rows: readonly IssueRow[],
    { validationCode, regulatorCode: regulator }: (typeof rules)[number],
  ) => rows.find(({ code, regulator: { id } }) => code === validationCode && id === regulator)

  it('raises the issues that nobody has raised, and gives each the text, the file and the colleague', async () => {
    const { id } = await calls.raise('ashby-submitter')
    await server.tokenOf('ashby-signoff')
    const file = await calls.post<{ attachmentId: string } & SignedPost>(
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
    const rows = await calls.listed('ashby-signoff', '&filter=assigned-to-me')
    expect(of(rows, rules[0]!)?.id).toBe(id)
    // Approvers read it in the list, too, whoever they are; a regulator reads only what names it.
    for (const user of ['bedel-analyst', 'ohe-analyst']) {
      const [row] = (await calls.listed(user)).filter(issue => issue.id === id)
      expect(row?.explanation).toBe('A new campus.')
    }
    for (const rule of rules) {
      const issue = await calls.read('bedel-analyst', of(rows, rule)?.id ?? '')
      expect([issue.status.code, issue.isExplained, issue.comments.map(({ text }) => text)]).toEqual([
        'AWAITING_AGENCY',
        true,
        ['A new campus.'],
      ])
      const [attached] = issue.comments[0]?.attachments ?? []
      expect(attached).toMatchObject({ fileName: 'campus.pdf', fileSize: 4 })
      const path = `/issues/${issue.id}/attachments/${attached?.id}/download-request`
      const { url } = (await calls.post<{ url: string }>('bedel-analyst', path)).body
      expect(await (await fetch(new URL(url, server.origin))).text()).toBe('%PDF')
    }
    expect(await server.look('select count(*)::int as left from explanation_file')).toEqual({ left: 0 })
  })

  it('is given to none where one is refused: each refusal by its place, and audited', async () => {
    const ids = [(await calls.raise()).id, (await calls.raise('ashby-submitter', '5101')).id]
    for (const id of ids)
      await calls.post('bedel-analyst', `/issues/${id}/close`, { resolution: 'KNOWN_ISSUE' })
    const refused = await explain('ashby-signoff')
    const reason = '"Explain" is not possible while the issue is "Known issue".'
    expect([refused.status, refused.body.detail, refused.body.errors]).toEqual([
      409,
      `Nothing was changed, because ${ruleCode} was refused: ${reason}`,
      [
        { field: 'body.rules.0', message: reason },
        { field: 'body.rules.1', message: reason },
      ],
    ])
    expect((await calls.listed('ashby-signoff')).map(({ code }) => code)).toEqual([ruleCode, ruleCode])
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
      expect.stringContaining('In this collection Bedel creates issues when you submit for approval.'),
    ])
    expect(await calls.listed('ashby-signoff')).toEqual([])
  })
})

describe('one explanation for several', () => {
  const explain = (user: string, ids: readonly string[]) =>
    calls.post<{ explained: number }>(user, '/issues/explanations', { issues: ids, text: 'A new campus.' })

  it('is given to all of them, each with the text', async () => {
    const ids = [(await calls.raise()).id, (await calls.raise('ashby-submitter', '5101')).id]
    expect(await explain('ashby-signoff', ids)).toMatchObject({ status: 200, body: { explained: 2 } })
    for (const id of ids) {
      const { status, isExplained, comments } = await calls.read('bedel-analyst', id)
      expect([status.code, isExplained, comments.map(({ text }) => text)]).toEqual([
        'AWAITING_AGENCY',
        true,
        ['A new campus.'],
      ])
    }
  })

  it('is one notice for each organisation, however many issues it hears of', async () => {
    const ids = [(await calls.raise()).id, (await calls.raise('ashby-submitter', '5101')).id]
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
    const ids = [(await calls.raise()).id, (await calls.raise('ashby-submitter', '5101')).id]
    await calls.post('bedel-analyst', `/issues/${ids[1]}/close`, { resolution: 'KNOWN_ISSUE' })
    const refused = await explain('ashby-signoff', ids)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      `Nothing was changed, because ${ruleCode} was refused: "Explain" is not possible while the issue is "Known issue".`,
    ])
    expect((await calls.read('ashby-signoff', ids[0] ?? '')).comments).toEqual([])
    const { subjects } = await server.look<{ subjects: string[] }>(
      `select array_agg(subject) as subjects from audit_line where action = 'ISSUE_EXPLAIN' and outcome = 'refused'`,
    )
    expect(subjects).toEqual([ids[1]])
  })

  it('is for the provider itself: others may not, or find none', async () => {
    const ids = [(await calls.raise()).id]
    for (const user of ['ashby-guest', 'bedel-analyst']) expect((await explain(user, ids)).status).toBe(403)
    expect((await explain('brackley-signoff', ids)).status).toBe(404)
    expect((await explain('ashby-signoff', [...ids, randomUUID()])).status).toBe(404)
  })
})

describe('files beside an explanation', () => {
  const attach = async (id: string, content: string, fileSize = content.length) => {
    const answer = await calls.post<SignedPost & { attachmentId: string }>(
      'ashby-submitter',
      `/issues/${id}/attachments`,
      { fileName: 'leavers.pdf', fileSize },
    )
    return { ...answer.body, status: answer.status }
  }

  it('are posted to the store, named by the explanation, and given to who reads the issue', async () => {
    const { id } = await calls.raise()
    const file = await attach(id, 'the leavers')
    expect((await sendForm(server.origin, file, 'the leavers', 'leavers.pdf')).status).toBe(204)
    const explained = await calls.post('ashby-submitter', `/issues/${id}/explanations`, {
      text: 'See the file.',
      attachments: [file.attachmentId],
    })
    expect(explained.body.comments[0]?.attachments).toEqual([
      { id: file.attachmentId, fileName: 'leavers.pdf', fileSize: 11 },
    ])
    const request = `/issues/${id}/attachments/${file.attachmentId}/download-request`
    const { body } = await calls.post<{ url: string }>('bedel-analyst', request)
    const download = await fetch(new URL(body.url, server.origin))
    expect([await download.text(), download.headers.get('content-disposition')]).toEqual([
      'the leavers',
      expect.stringContaining('leavers.pdf'),
    ])
    expect((await calls.post('brackley-signoff', request)).status).toBe(404)
    // A file is beside one comment only.
    const again = { text: 'Again.', attachments: [file.attachmentId] }
    expect((await calls.post('ashby-submitter', `/issues/${id}/comments`, again)).status).toBe(409)
  })

  it('are removed after a day where nothing has named them, with what a refused comment has left', async () => {
    const { id } = await calls.raise()
    const send = async (content: string): Promise<string> => {
      const file = await attach(id, content)
      await sendForm(server.origin, file, content, 'leavers.pdf')
      return file.attachmentId
    }
    const [named, forgotten, refused] = [await send('named'), await send('forgotten'), await send('refused')]
    await calls.post('ashby-submitter', `/issues/${id}/comments`, { text: 'See it.', attachments: [named] })
    const withMissing = { text: 'See them.', attachments: [refused, randomUUID()] }
    expect((await calls.post('ashby-submitter', `/issues/${id}/comments`, withMissing)).status).toBe(409)
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
    const { id } = await calls.raise()
    const detail = async (fileSize: number) => {
      const { status, body } = await calls.post('ashby-submitter', `/issues/${id}/attachments`, {
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
    expect((await calls.post('ashby-submitter', `/issues/${id}/comments`, many)).body.detail).toBe(
      'You have chosen 11 files. You can send at most 10 with one text.',
    )
    const file = { fileName: 'a.pdf', fileSize: 1 }
    expect((await calls.post('ashby-guest', `/issues/${id}/attachments`, file)).status).toBe(403)
    const missing = await attach(id, 'not sent')
    const explain = (user: string, attachmentId: string) =>
      calls.post(user, `/issues/${id}/explanations`, { text: 'See the file.', attachments: [attachmentId] })
    expect(await explain('ashby-submitter', missing.attachmentId)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('did not arrive') },
    })
    const sent = await attach(id, 'sent')
    await sendForm(server.origin, sent, 'sent', 'a.pdf')
    expect((await explain('ashby-signoff', sent.attachmentId)).status).toBe(409)
    expect((await explain('ashby-submitter', randomUUID())).status).toBe(409)
    expect((await calls.read('ashby-submitter', id)).comments).toEqual([])
    // Larger than announced.
    const small = await attach(id, 'abc')
    expect((await sendForm(server.origin, small, 'abcdef', 'a.pdf')).status).toBeGreaterThanOrEqual(400)
  })
})
