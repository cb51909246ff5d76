import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { webhookEventTypes } from '../../../src/domain/webhook.ts'
import { startJira } from './jiraStub.ts'
import type { ProcessingServer } from './processingServer.ts'

/** The ways besides answers by which a server gives something out. */
export const outletNames = ['live messages', 'webhooks', 'mails', 'issue tracker', 'log'] as const
export type Outlet = (typeof outletNames)[number]

const settings = { token: 'secret', project: 'QA' }

/** A tracker and a software of a provider that listen, and the log, before the server is started with `options`. */
export const startOutlets = async () => {
  const jira = await startJira(settings)
  const posted: string[] = []
  const receiver = createServer(async (request, response) => {
    posted.push(await text(request))
    response.writeHead(204).end()
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const logged: string[] = []
  const live: string[] = []
  const sockets: WebSocket[] = []

  /** Somebody's live connection for their own organisation, once it is open. */
  const connect = async (server: ProcessingServer, user: string): Promise<void> => {
    const instId = server.actor(user).organisationId
    const { body } = await server.call<{ token: string }>(user, 'POST', '/token/live-ticket', {
      body: { instId },
    })
    const address = `${server.origin.replace('http', 'ws')}/api/live?instId=${instId}&token=${body.token}`
    const socket = new WebSocket(address)
    sockets.push(socket)
    await new Promise<void>((resolve, reject) => {
      socket.onerror = () => reject(new Error(`${user} has no live connection.`))
      socket.onmessage = ({ data }) => {
        live.push(String(data))
        resolve()
      }
    })
  }

  /** Somebody wants a mail of everything. */
  const wantMails = async (server: ProcessingServer, user: string): Promise<void> => {
    const { body } = await server.call<{ kinds: { kind: string }[] }>(user, 'GET', '/notices/mail')
    await server.call(user, 'PUT', '/notices/mail', { body: { kinds: body.kinds.map(({ kind }) => kind) } })
  }

  return {
    options: {
      logged,
      environment: {
        ISSUES_URL: jira.url,
        ISSUES_TOKEN: settings.token,
        ISSUES_PROJECT: settings.project,
        WEBHOOKS_PRIVATE_NETWORKS: 'true',
      },
    },
    /** These people listen and want mails; the software of this one's provider is told of everything. */
    listen: async (server: ProcessingServer, people: readonly string[], signer: string): Promise<void> => {
      await Promise.all(
        people.map(async user => {
          await connect(server, user)
          await wantMails(server, user)
        }),
      )
      await server.asOwner("update person set email = user_id || '@example.org'")
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
      await server.call(signer, 'POST', '/suppliers/webhooks', {
        body: { name: 'Records', url, events: webhookEventTypes },
      })
    },
    /** What was given out so far. */
    given: async (server: ProcessingServer): Promise<Record<Outlet, string[]>> => {
      await server.processing.tell()
      const { mails } = await server.look<{ mails: string[] | null }>(
        "select json_agg(subject || E'\\n' || text) as mails from mail",
      )
      return {
        'live messages': live,
        webhooks: posted,
        mails: mails ?? [],
        'issue tracker': jira.issues.map(issue => JSON.stringify(issue)),
        log: logged,
      }
    },
    stop: async (): Promise<void> => {
      for (const socket of sockets) socket.close()
      receiver.closeAllConnections()
      receiver.close()
      await jira.stop()
    },
  }
}
