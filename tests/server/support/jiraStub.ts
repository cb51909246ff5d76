import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

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

/**
 * A server that speaks as much of Jira's REST API (version 2) as the portal uses, and answers what it does not know as Jira
 * does. `answerNext` gives the statuses of the next answers to what creates or comments, after the deed or in its place.
 */
export const startJira = async ({ token, project }: { token: string; project: string }) => {
  const issues: (Fields & { key: string; comments: string[] })[] = []
  const faults: { status: number; after: boolean }[] = []
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const address = new URL(request.url ?? '/', 'http://jira')
    const body = await json(request)
    if (request.headers.authorization !== `Bearer ${token}`) return send(401, { errorMessages: ['No.'] })
    if (request.method === 'GET' && address.pathname === '/rest/api/2/search') {
      const found = /^project = "(\w+)" AND labels = "([\w-]+)"$/.exec(address.searchParams.get('jql') ?? '')
      if (!found) return send(400, { errorMessages: ['Error in the JQL query.'] })
      const [, wanted, label = ''] = found
      const matching = issues.filter(
        ({ labels, project: { key } }) => key === wanted && labels.includes(label),
      )
      return send(200, { issues: matching.map(({ key }) => ({ key })) })
    }
    const fault = request.method === 'POST' ? faults.shift() : undefined
    if (fault && !fault.after) return send(fault.status, { errorMessages: ['Fault.'] })
    const comment = /^\/rest\/api\/2\/issue\/([A-Z]+-\d+)\/comment$/.exec(address.pathname)
    const commented = issues.find(({ key }) => key === comment?.[1])
    if (request.method === 'POST' && commented) {
      commented.comments.push((body as { body: string }).body)
      return send(201, { id: '1' })
    }
    if (request.method === 'POST' && address.pathname === '/rest/api/2/issue') {
      const { fields } = body as { fields: Fields }
      if (fields.project.key !== project) return send(400, { errors: { project: 'project is required' } })
      const key = `${project}-${issues.length + 1}`
      issues.push({ ...fields, key, comments: [] })
      return fault ? send(fault.status, {}) : send(201, { id: '1', key, self: '' })
    }
    return send(404, { errorMessages: ['Nothing here.'] })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    issues,
    answerNext: (...statuses: { status: number; after: boolean }[]) => faults.push(...statuses),
    stop: () => new Promise(resolve => server.close(resolve)),
  }
}
