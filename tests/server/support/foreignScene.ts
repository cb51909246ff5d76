import { randomUUID } from 'node:crypto'
import type { IssueStatus } from '../../../src/domain/issue.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { deliveryScene, details } from './deliveryScene.ts'
import type { Names } from './foreignCalls.ts'
import { placeIssue, placeWithRule, regulatorCode, ruleCode } from './issueScene.ts'
import type { ProcessingServer } from './processingServer.ts'

/** Files of the provider's hash that the sign-off form names. */
const hash = '0'.repeat(64)

/** An issue of a provider beside those that are there. */
export const addIssue = async (
  server: ProcessingServer,
  { submissionId, instId }: { submissionId: string; instId: string },
  status: IssueStatus = 'OPEN',
): Promise<string> => {
  const id = randomUUID()
  await server.asOwner(`insert into issue (id, collection_id, inst_id, subject, code, name, regulator_code, status, version,
      raised_from, raised_utc, raised_by, updated_utc)
    values ('${id}', 'c23056', '${instId}', 'rule', '${ruleCode}', 'Check digit', '${regulatorCode}', '${status}', 1,
      '${submissionId}', now(), 'Test', now())`)
  return id
}

/** A notice of an organisation that nobody has read. */
export const addNotice = async (server: ProcessingServer, organisationId: string): Promise<string> => {
  const id = randomUUID()
  await server.asOwner(`insert into notice (id, organisation_id, kind, created_utc, collection_id, inst_id, is_mailed)
    values ('${id}', '${organisationId}', 'declined', now(), 'c23056', '${organisationId}', true)`)
  return id
}

/** Puts everything onto a server that can be Ashby's or its regulator's, by the calls where there are some. */
export const placeForeign = async (server: ProcessingServer): Promise<Names> => {
  const made = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await server.call<T>('ashby-signoff', 'POST', path, { body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const id = await placeWithRule(server, 'APPROVED')
  const issueId = await placeIssue(server, id, 'OVERRIDE_REQUESTED')
  const { key } = await made<{ key: { id: string } }>('/suppliers/keys', {
    name: 'Nightly export',
    scopes: ['read'],
    days: 90,
  })
  const { webhook } = await made<{ webhook: { id: string } }>('/suppliers/webhooks', {
    name: 'Records office',
    url: 'https://ashby.example/hook',
    events: ['submission.declined'],
  })
  await made(`/suppliers/webhooks/${webhook.id}/test`, undefined)
  const { sent } = await server.look<{ sent: string }>('select id as sent from webhook_delivery')
  const deliveries = deliveryScene(() => server)
  const [configuration, deliveryId, jobId] = [randomUUID(), randomUUID(), randomUUID()]
  await deliveries.create(details(), configuration)
  await deliveries.setState(configuration, 'ENABLED')
  await deliveries.ask(configuration, deliveryId)
  const { organisationId, userId, name } = server.actor('ohe-analyst')
  await server.asOwner(`insert into job (id, kind, collection_id, place, version, actor, with_submitted, created_utc)
    values ('${jobId}', 'IRIS', 'c23056', 'NEW', 1, '${JSON.stringify({ kind: 'user', userId, name, organisationId })}', true, now())`)
  const noticeId = await addNotice(server, '0001')
  const { session } = await made<{ session: { id: string } }>('/support-sessions', undefined)
  return {
    id,
    issueId,
    instId: '0001',
    hash,
    keyId: key.id,
    sessionId: session.id,
    webhookId: webhook.id,
    sentId: sent,
    noticeId,
    deliveryId,
    jobId,
  }
}

/** People of other organisations, with every role that there is in theirs: nothing but whose a thing is keeps them out. */
export const strangersOn = (server: ProcessingServer): Readonly<Record<string, UserPrincipal>> => ({
  'a provider': {
    ...server.actor('brackley-signoff'),
    roles: ['submitter', 'sign-off'],
  },
  'a provider, for online validation': {
    ...server.actor('brackley-software'),
    roles: ['ovt-submitter', 'software-supplier-ovt-submitter'],
  },
  'a regulator': { ...server.actor('fcw-analyst'), roles: ['analyst', 'data-delivery'] },
})
