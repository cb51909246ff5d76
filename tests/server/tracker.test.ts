import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createJira } from '../../server/issues/jira.ts'
import { limits } from '../../src/domain/limits.ts'
import type { IssueWire } from '../../src/domain/wire/issues.ts'
import { placeWithRule, regulatorCode, requestedTolerances, ruleCode } from './support/issueScene.ts'
import { type JiraLie, startJira } from './support/jiraStub.ts'
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
/** What the portal does every minute. */
const listen = async () => server.processing.listen?.()
const heard = async (id: string, user = 'bedel-analyst') =>
  (await server.call<IssueWire>(user, 'GET', `/issues/${id}`)).body.comments.map(({ by, text, event }) => [
    event,
    by,
    text,
  ])
const entered = async (): Promise<string> => {
  const { id } = await raise()
  await reaches(id, 'OPEN')
  return id
}

/** An issue in the same Jira project that is not the portal's. */
const othersIssue = (key: string, resolution: string | null): (typeof jira.issues)[number] => ({
  key,
  project: { key: settings.project },
  issuetype: { name: 'Task' },
  summary: 'Of somebody else',
  description: '',
  labels: ['printer'],
  comments: [],
  discussion: [],
  status: resolution === null ? 'new' : 'done',
  resolution,
  updated: Date.now(),
})

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
      discussion: [],
      status: 'new',
      resolution: null,
      updated: expect.any(Number),
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

it.each(['down', 'rubbish'] as const)(
  'leaves an issue pending while Jira is %s, then says that it failed, and enters it when it is tried again',
  async how => {
    jira.misbehave(how)
    const { id, status } = await raise()
    expect(status.code).toBe('PENDING')
    await reaches(id, 'FAILED')
    // The first try, and three more.
    expect(jira.unanswered.filter(asked => asked.includes(`portal-${id}`))).toHaveLength(4)
    expect(await read(id)).toMatchObject({ status: { name: 'Failed to create' }, link: null })
    jira.misbehave(undefined)
    await server.call('ashby-submitter', 'POST', `/issues/${id}/retry`)
    await reaches(id, 'OPEN')
    expect(jira.issues.map(({ key }) => key)).toEqual(['QA-1'])
  },
)

it('waits ten seconds for an answer at most, and does not take silence for a refusal', async () => {
  jira.misbehave('silent')
  const { create } = createJira({ url: jira.url, ...settings }, 50)
  const issue = { id: randomUUID(), summary: 'x', description: 'x' }
  await expect(create(issue)).rejects.toMatchObject({ name: 'TimeoutError' })
  jira.misbehave(undefined)
})

it('enters no issue by an answer without a key, and asks again', async () => {
  // Taken for a success, whatever it says.
  jira.answerNext({ status: 200, after: true })
  const { id } = await raise()
  await reaches(id, 'OPEN')
  expect((await read(id)).link).toBe(`${jira.url}/browse/QA-1`)
  expect(jira.issues.map(({ key }) => key)).toEqual(['QA-1'])
})

it.each<[string, (JiraLie | undefined)[]]>([
  ['finds a page', ['html200']],
  ['finds a page that says there is nothing', ['html404']],
  ['finds the issue of somebody else', ['findsAnother']],
  ['creates it and sends a page', [undefined, 'html200']],
  ['is told the key of another issue', [undefined, 'namesAnother']],
  ['creates it and gets no answer', [undefined, 'createsAndCuts']],
  ['gets an answer without end', ['endless']],
])('enters an issue once where the portal %s first', async (_, lies) => {
  jira.issues.push(othersIssue('QA-1', null))
  jira.lieNext(...lies)
  const { id } = await raise()
  await reaches(id, 'OPEN')
  expect((await read(id)).link).toBe(`${jira.url}/browse/QA-2`)
  expect(jira.issues.map(({ key }) => key)).toEqual(['QA-1', 'QA-2'])
  // The portal ends the connection soon after the largest answer that it accepts.
  expect(jira.poured()).toBeLessThan(64 * 1024 ** 2)
})

it.each([
  ['once where Jira refuses it for good', 404, []],
  ['again where Jira only refuses the portal', 401, [expect.stringContaining('A new campus.')]],
] as const)('tells what is said of an issue %s', async (_, status, comments) => {
  const id = await entered()
  jira.answerNext({ status, after: false })
  const body = { text: 'A new campus.' }
  await server.call('ashby-signoff', 'POST', `/issues/${id}/explanations`, { body })
  await expect.poll(openTracking, { timeout: 20_000 }).toBe(0)
  expect(jira.issues[0]?.comments).toEqual(comments)
})

describe('what is done in Jira comes back', () => {
  it('as comments of the discussion, each once and in order, and never what the portal has written there itself', async () => {
    const id = await entered()
    const body = { text: 'A new campus.' }
    await server.call('ashby-signoff', 'POST', `/issues/${id}/explanations`, { body })
    await expect.poll(() => jira.issues[0]?.comments.length, { timeout: 20_000 }).toBe(1)
    for (const text of ['Which campus?', '', 'And since when?']) jira.write('QA-1', text)
    await listen()
    await listen()
    const news = [
      ['TRACKER_COMMENTED', 'Robin Ellery (issue tracker)', 'Which campus?'],
      ['TRACKER_COMMENTED', 'Robin Ellery (issue tracker)', 'And since when?'],
    ]
    expect((await heard(id)).slice(1)).toEqual(news)
    // Providers read the organisation, not the person.
    expect((await heard(id, 'ashby-submitter')).slice(1).map(([, by]) => by)).toEqual([
      'Bedel (issue tracker)',
      'Bedel (issue tracker)',
    ])
    expect((await read(id)).status.code).toBe('AWAITING_AGENCY')
    // Nothing of it goes back again.
    await expect.poll(() => openTracking()).toBe(0)
    expect(jira.issues[0]?.comments).toHaveLength(1)
    jira.write('QA-1', 'x'.repeat(30_000))
    await listen()
    const long = (await heard(id)).at(-1)?.[2] ?? ''
    expect([long.length, long.at(-1)]).toEqual([limits.issueText, '…'])
  })

  it.each([
    ['Done', 'DATA_CORRECTED'],
    ["Won't Do", 'KNOWN_ISSUE'],
  ])('as the end of an issue: %s is %s; opened there, it is open here', async (resolution, code) => {
    const id = await entered()
    jira.resolve('QA-1', resolution)
    await listen()
    expect((await read(id)).status.code).toBe(code)
    await listen()
    jira.write('QA-1', 'Closed by mistake.')
    jira.resolve('QA-1', null)
    await listen()
    await listen()
    const { status, history } = await read(id)
    expect(status.code).toBe('OPEN')
    expect(history.map(({ event }) => event)).toEqual([
      'RAISE',
      'CREATED',
      'TRACKER_RESOLVED',
      'TRACKER_COMMENTED',
      'TRACKER_REOPENED',
    ])
  })

  it('but decides on no override: the issue stays as it is, and Jira is told once', async () => {
    const id = await entered()
    const body = { text: 'Genuine.', tolerances: requestedTolerances }
    await server.call('ashby-signoff', 'POST', `/issues/${id}/override-request`, { body })
    expect((await read(id)).status.code).toBe('OVERRIDE_REQUESTED')
    jira.resolve('QA-1', 'Done')
    await listen()
    await listen()
    expect((await read(id)).status.code).toBe('OVERRIDE_REQUESTED')
    const comments = jira.issues[0]?.comments.filter(text => text.startsWith('The portal did not change'))
    expect(comments).toHaveLength(1)
    const { refused } = await server.look<{ refused: number }>(
      `select count(*)::int as refused from audit_line where action = 'ISSUE_TRACKER_RESOLVED' and outcome = 'refused' and subject = '${id}'`,
    )
    expect(refused).toBe(1)
  })

  it('of all pages of what was changed, asked for since the last time, and of the portal’s own issues only', async () => {
    const id = await entered()
    for (const number of [2, 3, 4, 5]) jira.issues.push(othersIssue(`QA-${number}`, 'Done'))
    jira.write('QA-1', 'Last of five.')
    await server.asOwner('delete from tracker_poll')
    jira.searches.length = 0
    await listen()
    expect(new Set(jira.searches)).toEqual(new Set(['project = "QA" ORDER BY updated ASC']))
    expect(await heard(id)).toHaveLength(1)
    server.clock.forward(5 * 60_000)
    jira.searches.length = 0
    await listen()
    expect(jira.searches[0]).toBe('project = "QA" AND updated >= "-7m" ORDER BY updated ASC')
  })
})

const openTracking = async (): Promise<number> => {
  const { open } = await server.look<{ open: number }>(
    "select count(*)::int as open from pgboss.job where name = 'issues.tracker' and state <= 'active'",
  )
  return open
}
