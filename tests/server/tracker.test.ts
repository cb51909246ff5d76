import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { IssueWire } from '../../src/domain/wire/issues.ts'
import { placeWithRule, regulatorCode, ruleCode } from './support/issueScene.ts'
import { startJira } from './support/jiraStub.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** Issues in a Jira that is configured (decisions §11): what the portal and Jira have to say to each other. */
const settings = { token: 'secret', project: 'QA' }
let jira: Awaited<ReturnType<typeof startJira>>
let server: ProcessingServer
let submissionId = ''
beforeAll(async () => {
  jira = await startJira(settings)
  server = await startProcessingServer({
    worker: true,
    environment: {
      ISSUES_URL: `${jira.url}/`,
      ISSUES_TOKEN: settings.token,
      ISSUES_PROJECT: settings.project,
    },
  })
})
afterAll(async () => {
  await server.stop()
  await jira.stop()
})
beforeEach(async () => {
  await server.forget()
  jira.issues.length = 0
  submissionId = await placeWithRule(server, 'QUALITY_PROCESSING_COMPLETE')
})

const raise = async (): Promise<IssueWire> => {
  const body = { validationCode: ruleCode, regulatorCode }
  const path = `/submissions/${submissionId}/issues`
  return (await server.call<IssueWire>('ashby-submitter', 'POST', path, { body })).body
}
const read = async (id: string): Promise<IssueWire> =>
  (await server.call<IssueWire>('ashby-submitter', 'GET', `/issues/${id}`)).body
const reaches = (id: string, code: string, timeout = 20_000) =>
  expect.poll(async () => (await read(id)).status.code, { timeout }).toBe(code)

it('enters an issue by a job, keeps its link, and tells what is said and decided of it', async () => {
  const { id, status, link } = await raise()
  expect([status.code, status.name, link]).toEqual(['PENDING', 'In Progress', null])
  await reaches(id, 'OPEN')
  expect((await read(id)).link).toBe(`${jira.url}/browse/QA-1`)
  expect(jira.issues).toEqual([
    {
      key: 'QA-1',
      project: { key: 'QA' },
      issuetype: { name: 'Task' },
      summary: `0001 ${ruleCode}: Check digit of the student identifier is wrong`,
      description: expect.stringContaining(`https://portal.example/issues/${id}`),
      labels: [`portal-${id}`],
      comments: [],
    },
  ])
  const body = { text: 'A new campus.' }
  await server.call('ashby-signoff', 'POST', `/issues/${id}/explanations`, { body })
  await expect
    .poll(() => jira.issues[0]?.comments, { timeout: 20_000 })
    .toEqual([`Explain: ${server.actor('ashby-signoff').name} (Awaiting Bedel)\n\nA new campus.`])
})

it('tells what was explained before it had been entered', async () => {
  const path = `/submissions/${submissionId}/explanations`
  const body = { rules: [{ validationCode: ruleCode, regulatorCode }], text: 'A new campus.' }
  expect((await server.call('ashby-signoff', 'POST', path, { body })).status).toBe(200)
  const [issue] = (await server.call<{ issues: IssueWire[] }>('ashby-signoff', 'GET', '/issues')).body.issues
  await reaches(issue?.id ?? '', 'AWAITING_AGENCY')
  await expect
    .poll(() => jira.issues[0]?.comments, { timeout: 20_000 })
    .toEqual([`Explain: ${server.actor('ashby-signoff').name} (Awaiting Bedel)\n\nA new campus.`])
})

it('enters an issue once, though the answer to the first try was lost', async () => {
  jira.answerNext({ status: 502, after: true })
  const { id } = await raise()
  await reaches(id, 'OPEN')
  expect(jira.issues.map(({ key }) => key)).toEqual(['QA-1'])
  expect((await read(id)).link).toBe(`${jira.url}/browse/QA-1`)
})

it('says that an issue failed to create where Jira refuses it, and enters it when it is tried again', async () => {
  jira.answerNext({ status: 400, after: false })
  const { id } = await raise()
  await reaches(id, 'FAILED')
  expect(await read(id)).toMatchObject({ status: { name: 'Failed to create' }, link: null })
  const again = await server.call<IssueWire>('ashby-submitter', 'POST', `/issues/${id}/retry`)
  expect(again.body.status.code).toBe('PENDING')
  await reaches(id, 'OPEN')
  expect((await read(id)).link).toBe(`${jira.url}/browse/QA-1`)
})
