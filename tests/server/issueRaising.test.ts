import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { IssueRow } from '../../src/domain/wire/issues.ts'
import { placeReports, placeWithRule, ruleCode } from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** Issues that are raised many at once: by the system, and of the credibility reports (decisions §11). */
let server: ProcessingServer
let submissionId = ''
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
})
afterAll(() => server.stop())
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
    await server.processing.raiseMissingIssues({ submissionId })
    expect(await codes()).toEqual(everything)
  })

  it('raises none where people do, nor of a submission that was replaced meanwhile', async () => {
    await server.processing.raiseMissingIssues({ submissionId })
    expect(await codes()).toEqual([])
    await disallow(true)
    await server.asOwner(`update submission set is_latest = false where id = '${submissionId}'`)
    await server.processing.raiseMissingIssues({ submissionId })
    expect(await codes()).toEqual([])
  })
})
