import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A comment as Jira keeps it. */
interface StubComment {
  id: string
  body: string
  author: { name: string; displayName: string }
}

interface StubIssue extends Fields {
  key: string
  /** What has been written by the account of the portal. */
  comments: string[]
  /** What everybody has written. */
  discussion: StubComment[]
  status: 'new' | 'done'
  resolution: string | null
  updated: number
}

interface Fields {
  project: { key: string }
  issuetype: { name: string }
  summary: string
  description: string
  labels: string[]
}

const json = async (request: AsyncIterable<Uint8Array>): Promise<unknown> => {
  const parts = await Array.fromAsync(request)
  return parts.length === 0 ? undefined : JSON.parse(Buffer.concat(parts).toString('utf8'))
}

/** How Jira, or what is between, answers wrongly. */
export type JiraLie = 'html200' | 'html404' | 'endless' | 'findsAnother' | 'namesAnother' | 'createsAndCuts'

/**
 * A server that speaks as much of Jira's REST API (version 2) as the portal uses, and answers what it does not know as Jira
 * does. `answerNext` gives the statuses of the next answers to what creates or comments, after the deed or in its place;
 * `misbehave` has it answer whatever it is asked like something else, or not at all.
 */
export const startJira = async ({ token, project }: { token: string; project: string }) => {
  const issues: StubIssue[] = []
  let written = 0
  /** Clauses of the searches that asked for what is new. */
  const searches: string[] = []
  const account = { name: 'portal', displayName: 'The portal' }
  const say = (issue: StubIssue, author: StubComment['author'], body: string): void => {
    issue.discussion.push({ id: String(++written), body, author })
    issue.updated = Date.now()
  }
  const faults: { status: number; after: boolean }[] = []
  let misbehaviour: 'down' | 'rubbish' | 'silent' | undefined
  /** Addresses of what was asked of it meanwhile. */
  const unanswered: string[] = []
  const lies: (JiraLie | undefined)[] = []
  let poured = 0
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const address = new URL(request.url ?? '/', 'http://jira')
    const body = await json(request)
    const lie = lies.shift()
    if (lie === 'html200' || lie === 'html404') {
      response.writeHead(lie === 'html200' ? 200 : 404, { 'content-type': 'text/html' })
      return response.end('<html><body>Sign in to this network</body></html>')
    }
    if (lie === 'endless') {
      response.writeHead(200, { 'content-type': 'application/json' })
      const pour = (): void => {
        while (!response.destroyed && response.write(' '.repeat(1 << 16))) poured += 1 << 16
      }
      response.on('drain', pour)
      return pour()
    }
    if (misbehaviour) {
      unanswered.push(decodeURIComponent(address.href))
      if (misbehaviour === 'down') request.socket.destroy()
      if (misbehaviour === 'rubbish') send(200, {})
      return
    }
    if (request.headers.authorization !== `Bearer ${token}`) return send(401, { errorMessages: ['No.'] })
    if (request.method === 'GET' && address.pathname === '/rest/api/2/search') {
      const jql = address.searchParams.get('jql') ?? ''
      const news = /^project = "(\w+)"(?: AND updated >= "-(\d+)m")? ORDER BY updated ASC$/.exec(jql)
      if (news) {
        searches.push(jql)
        const [, of, minutes] = news
        const since = minutes === undefined ? 0 : Date.now() - Number(minutes) * 60_000
        const changed = issues
          .filter(({ updated, project: { key } }) => key === of && updated >= since)
          .toSorted((one, other) => one.updated - other.updated)
        const from = Number(address.searchParams.get('startAt') ?? 0)
        // Never more than two to an answer, so that there are pages.
        return send(200, {
          startAt: from,
          total: changed.length,
          issues: changed.slice(from, from + 2).map(({ key, labels, status, resolution }) => ({
            key,
            fields: {
              labels,
              status: { name: status, statusCategory: { key: status } },
              resolution: resolution === null ? null : { name: resolution },
            },
          })),
        })
      }
      const found = /^project = "(\w+)" AND labels = "([\w-]+)"$/.exec(address.searchParams.get('jql') ?? '')
      if (!found) return send(400, { errorMessages: ['Error in the JQL query.'] })
      const [, projectKey, label = ''] = found
      const matching = issues.filter(
        ({ labels, project: { key } }) => key === projectKey && labels.includes(label),
      )
      const given = lie === 'findsAnother' && matching.length === 0 ? issues.slice(0, 1) : matching
      return send(200, { issues: given.map(({ key, labels }) => ({ key, fields: { labels } })) })
    }
    if (request.method === 'GET' && address.pathname === '/rest/api/2/myself') return send(200, account)
    const named = /^\/rest\/api\/2\/issue\/([A-Z]+-\d+)$/.exec(address.pathname)
    const single = issues.find(({ key }) => key === named?.[1])
    if (request.method === 'GET' && single)
      return send(200, { key: single.key, fields: { labels: single.labels } })
    const read = /^\/rest\/api\/2\/issue\/([A-Z]+-\d+)\/comment$/.exec(address.pathname)
    const discussed = issues.find(({ key }) => key === read?.[1])
    if (request.method === 'GET' && discussed) {
      const from = Number(address.searchParams.get('startAt') ?? 0)
      const { discussion } = discussed
      return send(200, {
        startAt: from,
        total: discussion.length,
        comments: discussion.slice(from, from + 2),
      })
    }
    const fault = request.method === 'POST' ? faults.shift() : undefined
    if (fault && !fault.after) return send(fault.status, { errorMessages: ['Fault.'] })
    const comment = /^\/rest\/api\/2\/issue\/([A-Z]+-\d+)\/comment$/.exec(address.pathname)
    const commented = issues.find(({ key }) => key === comment?.[1])
    if (request.method === 'POST' && commented) {
      commented.comments.push((body as { body: string }).body)
      say(commented, account, (body as { body: string }).body)
      return send(201, { id: '1' })
    }
    if (request.method === 'POST' && address.pathname === '/rest/api/2/issue') {
      const { fields } = body as { fields: Fields }
      if (fields.project.key !== project) return send(400, { errors: { project: 'project is required' } })
      const key = `${project}-${issues.length + 1}`
      issues.push({
        ...fields,
        key,
        comments: [],
        discussion: [],
        status: 'new',
        resolution: null,
        updated: Date.now(),
      })
      if (lie === 'namesAnother') return send(201, { id: '1', key: issues[0]?.key ?? key, self: '' })
      if (lie === 'createsAndCuts') return request.socket.destroy()
      return fault ? send(fault.status, {}) : send(201, { id: '1', key, self: '' })
    }
    return send(404, { errorMessages: ['Nothing here.'] })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    issues,
    searches,
    /** Somebody writes in Jira. */
    write: (key: string, body: string, displayName = 'Robin Ellery') => {
      const issue = issues.find(one => one.key === key)
      if (issue) say(issue, { name: displayName.toLowerCase(), displayName }, body)
    },
    /** Somebody resolves an issue in Jira, or opens it again. */
    resolve: (key: string, resolution: string | null) => {
      const issue = issues.find(one => one.key === key)
      if (issue)
        Object.assign(issue, {
          status: resolution === null ? 'new' : 'done',
          resolution,
          updated: Date.now(),
        })
    },
    unanswered,
    misbehave: (how: typeof misbehaviour): void => {
      unanswered.length = 0
      misbehaviour = how
    },
    /** Lies to the next requests, in their order. */
    lieNext: (...next: (JiraLie | undefined)[]) => lies.push(...next),
    /** Bytes of answers without end that were taken. */
    poured: () => poured,
    answerNext: (...statuses: { status: number; after: boolean }[]) => faults.push(...statuses),
    stop: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}
