import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { IssueRow } from '../../src/domain/wire/issueList.ts'
import { expectConforming } from './support/conforms.ts'
import { placeReports, placeWithRule, ruleCode } from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** Issues that are raised many at once: by the system, and of the credibility reports (decisions §11). */
let server: ProcessingServer
let submissionId = ''
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
})
afterAll(() => server.stop())
afterEach(() => expectConforming(server))
beforeEach(async () => {
  await server.forget()
  await server.asOwner(`update collection set reference_period_end = '2024-07-31', disallow_create_issues = false
      where id = 'c23056';
    update provider set risk_code = '02' where inst_id = '0001'`)
  submissionId = await placeWithRule(server, 'QUALITY_PROCESSING_COMPLETE')
  await placeReports(server, submissionId, { SEN1: 2, ATT1: 0, QUA1: 1 })
})

const issues = async (user = 'bedel-analyst'): Promise<IssueRow[]> =>
  (await server.call<{ issues: IssueRow[] }>(user, 'GET', '/issues?limit=100')).body.issues
const codes = async (): Promise<string[]> =>
  (await issues()).map(({ code, regulator, status }) => `${code} ${regulator.id} ${status.code}`).toSorted()

const everything = [
  `QUA1 5016 OPEN`,
  `SEN1 5016 OPEN`,
  `${ruleCode} 5016 OPEN`,
  `${ruleCode} 5101 OPEN`,
].toSorted()

describe('where the system raises the issues', () => {
  const disallow = (value: boolean) =>
    server.asOwner(`update collection set disallow_create_issues = ${value} where id = 'c23056'`)
  const submit = () =>
    server.call('ashby-signoff', 'POST', `/submissions/update-state/${submissionId}`, {
      body: { action: 'submit', statusId: 25, termsAccepted: true },
    })

  it('raises one of everything outside when a submission is submitted for approval', async () => {
    await disallow(true)
    const { status, body } = await submit()
    expect([status, body]).toEqual([200, expect.anything()])
    await expect.poll(codes, { timeout: 20_000 }).toEqual(everything)
    const [issue] = await issues('ashby-submitter')
    expect(issue).toMatchObject({ raisedBy: 'Bedel', isMine: false })
    const detail = await server.call<{ history: { event: string; by: string }[] }>(
      'ashby-submitter',
      'GET',
      `/issues/${issue?.id}`,
    )
    expect(detail.body.history.map(({ event, by }) => [event, by])).toEqual([
      ['SUBMITTED', 'Bedel'],
      ['CREATED', 'Bedel'],
    ])
    // The job again, as after a process that died: nothing is raised twice.
    await server.processing.raising.raiseMissing({ submissionId })
    expect(await codes()).toEqual(everything)
  })

  it('raises none where people do, nor of a submission that was replaced meanwhile', async () => {
    await server.processing.raising.raiseMissing({ submissionId })
    expect(await codes()).toEqual([])
    await disallow(true)
    await server.asOwner(`update submission set is_latest = false where id = '${submissionId}'`)
    await server.processing.raising.raiseMissing({ submissionId })
    expect(await codes()).toEqual([])
  })
})

describe('the issues of the credibility reports', () => {
  const request = (user: string, instId = '0001') =>
    server.call<{ raised: number; detail?: string }>(user, 'POST', '/submissions/requestCredibility', {
      body: {
        submissionUuid: submissionId,
        instId,
        collectionId: 'c23056',
        fileName: 'placed.xml',
        providerName: 'University of Ashby',
      },
    })
  const entries = async () => {
    const path = `/collections/activity-log-entries?submissionUuid=${submissionId}&activityLogTypeId=13`
    const { body } = await server.call<{ activityLogs: { filename: string; type: { id: number } }[] }>(
      'ashby-signoff',
      'GET',
      path,
    )
    return body.activityLogs.map(({ filename, type }) => [filename, type.id])
  }

  it('are raised at once of every report with a shaded cell that has none, and noted in the activity log', async () => {
    const body = { validationCode: 'QUA1', regulatorCode: '5016', subject: 'report' }
    const single = await server.call('ashby-submitter', 'POST', `/submissions/${submissionId}/issues`, {
      body,
    })
    expect(single.status).toBe(200)
    expect(await request('ashby-submitter')).toMatchObject({ status: 200, body: { raised: 1 } })
    expect(await codes()).toEqual(['QUA1 5016 OPEN', 'SEN1 5016 OPEN'])
    expect(await entries()).toEqual([['placed.xml', 13]])
    const audit = await server.look<{
      lines: string[]
    }>(`select array_agg(action || ' ' || outcome order by id) as lines
      from audit_line where subject = '${submissionId}'`)
    expect(audit.lines).toEqual(['REQUEST_CREDIBILITY done'])
    const again = await request('ashby-submitter')
    expect([again.status, again.body.detail]).toEqual([
      409,
      "Issues have already been raised for this submission's credibility reports.",
    ])
    const { body: listing } = await server.call<{
      chapters: { reports: { ReportCode: string; issue: { link: string } | null }[] }[]
    }>('ashby-guest', 'GET', `/credibility/${submissionId}/get-reports/0001`)
    const reports = listing.chapters.flatMap(({ reports }) => reports)
    expect(reports.map(({ ReportCode, issue }) => [ReportCode, issue !== null])).toEqual([
      ['SEN1', true],
      ['QUA1', true],
      ['ATT1', false],
    ])
  })

  it.each([
    ['another risk', "update provider set risk_code = '01' where inst_id = '0001'"],
    [
      'a period that has not ended',
      "update collection set reference_period_end = '2099-07-31' where id = 'c23056'",
    ],
    [
      'a collection whose issues the system raises',
      "update collection set disallow_create_issues = true where id = 'c23056'",
    ],
    ['a replaced submission', 'update submission set is_latest = false'],
    ['no shaded cell', 'update report set failure_count = 0'],
  ])('are refused for %s, with a line of audit', async (_, change) => {
    await server.asOwner(change)
    expect((await request('ashby-submitter')).status).toBe(409)
    expect([await codes(), await entries()]).toEqual([[], []])
    const { count } = await server.look<{ count: number }>(`select count(*)::int as count from audit_line
      where subject = '${submissionId}' and action = 'REQUEST_CREDIBILITY' and outcome = 'refused'`)
    expect(count).toBe(1)
  })

  it('are for the provider to raise, and of its own submission', async () => {
    for (const user of ['ashby-guest', 'bedel-analyst', 'ohe-analyst'])
      expect([user, (await request(user)).status]).toEqual([user, 403])
    expect((await request('brackley-signoff')).status).toBe(404)
    expect((await request('ashby-submitter', '0002')).status).toBe(404)
  })

  it('show the shaded cells over the uploads, and are of the provider’s own regulator', async () => {
    const raise = (regulatorCode: string, validationCode = 'SEN1') =>
      server.call<{ id: string; subject: string; figures: unknown[] }>(
        'ashby-submitter',
        'POST',
        `/submissions/${submissionId}/issues`,
        { body: { validationCode, regulatorCode, subject: 'report' } },
      )
    expect((await raise('5101')).status).toBe(404)
    expect((await raise('5016', 'NONE')).status).toBe(404)
    expect((await raise('5016')).body).toMatchObject({
      subject: 'report',
      figures: [{ submissionId, populationCount: null, failureCount: 2, isOutside: true, tolerance: null }],
    })
  })
})
