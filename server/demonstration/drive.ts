import { Readable } from 'node:stream'
import { addMilliseconds } from 'date-fns/addMilliseconds'
import { type Kysely, sql } from 'kysely'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import {
  isFileFailure,
  isSystemError,
  isUploading,
  type StatusName,
  statusOf,
} from '../../src/domain/status.ts'
import type { LifecycleEvent } from '../../src/machines/submission-lifecycle/index.ts'
import { generateSample } from '../../src/sample/index.ts'
import { receiversOf } from '../database/queries/transfers.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { organisations, regulators, users } from '../identity/demonstration.ts'
import { confirmStored } from '../jobs/index.ts'
import { type Decided, findSubmission, type Lifecycle, type SubmissionRecord } from '../lifecycle/index.ts'
import { inEnglish } from '../messages.ts'
import { type ObjectStore, objectKey } from '../storage/index.ts'
import { createTransfers } from '../transfers/index.ts'
import { type Scenario, submissionIdOf } from './scenarios.ts'

export interface DriveTools {
  db: Kysely<Database>
  clock: { now: () => Date }
  lifecycle: Lifecycle
  store: ObjectStore
  /** Aborted when the server stops. */
  signal: AbortSignal
}

const pollMs = 250
const uploadMs = 3_600_000

/** A demonstration user who acts for an organisation. Throws for a user that does not act for it. */
export const actorOf = (userId: string, organisationId: string): UserPrincipal => {
  const user = users.find(({ id }) => id === userId)
  const membership = user?.organisations.find(({ id }) => id === organisationId)
  const organisation = organisations.find(({ id }) => id === organisationId)
  if (!user || !membership || !organisation)
    throw new Error(`The demonstration has no user "${userId}" of the organisation "${organisationId}".`)
  return {
    kind: 'user',
    userId,
    name: user.name,
    organisationId,
    organisationType: organisation.type,
    roles: membership.role,
    isPrimaryRegulator: regulators.some(({ code, typeCode }) => code === organisationId && typeCode === '01'),
  }
}

/** Who approves for which regulator. */
const regulatorAnalysts: Record<string, string> = { '5016': 'ohe-analyst', '5002': 'fcw-analyst' }

const wait = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timeout = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, pollMs)
    const stop = () => {
      clearTimeout(timeout)
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
  })

/** What a person does next with a submission at this status; undefined while the system works on it. */
const nextEvent = (
  scenario: Scenario,
  status: StatusName,
  regulatorCode: string,
): LifecycleEvent | undefined => {
  const signatory = () => actorOf(scenario.signedOffBy ?? '', scenario.instId)
  switch (status) {
    case 'QUALITY_PROCESSING_COMPLETE':
      return { type: 'SUBMIT', actor: signatory(), termsAccepted: true }
    case 'ANALYST_APPROVAL':
    case 'AGENCY_APPROVAL':
      return { type: 'APPROVE', actor: actorOf('bedel-analyst', agencyOrganisationId) }
    case 'SC_APPROVAL':
      return { type: 'APPROVE', actor: actorOf(regulatorAnalysts[regulatorCode] ?? '', regulatorCode) }
    case 'APPROVED':
      return { type: 'REQUEST_SIGN_OFF', actor: signatory(), termsAccepted: true }
    case 'PROVIDER_SIGNOFF':
      return { type: 'SIGN_OFF', actor: actorOf('bedel-admin', agencyOrganisationId) }
    default:
      return undefined
  }
}

const granted = (decided: { ok: true } | Extract<Decided, { ok: false }>): void => {
  if (!decided.ok) throw new Error(inEnglish(decided.problem.reason))
}

/** Whether the submission is at its target, or was and has gone on since. */
const hasReached = async (
  tools: DriveTools,
  submission: SubmissionRecord,
  target: StatusName,
): Promise<boolean> => {
  if (submission.status === target) return true
  return withScope(tools.db, { scope: 'all' }, async tx => {
    const { rows } = await sql`select 1 from submission_event
      where submission_id = ${submission.id}::uuid and to_status_id = ${statusOf(target).id}`.execute(tx)
    return rows.length > 0
  })
}

const upload = async (tools: DriveTools, scenario: Scenario, collectionId: string): Promise<void> => {
  const { lifecycle, store, clock } = tools
  const id = submissionIdOf(scenario)
  const key = objectKey(scenario.instId, id, 'file.xml')
  granted(
    await lifecycle.requestUpload({
      submissionId: id,
      collectionId,
      instId: scenario.instId,
      mode: scenario.mode,
      fileName: scenario.fileName,
      objectKey: key,
      expires: addMilliseconds(clock.now(), uploadMs),
      actor: actorOf(scenario.uploadedBy, scenario.instId),
    }),
  )
  const { instId: provider, collectionReference: collection, students, faults, seed } = scenario
  const { researchersMoveTo } = scenario
  const sample = {
    provider,
    students,
    faults,
    seed,
    collection,
    ...(researchersMoveTo && { researchersMoveTo }),
  }
  await store.put(key, Readable.from(generateSample(sample)))
  await confirmStored({ store, lifecycle, clock }, { id, objectKey: key })
}

/** Other providers agree to the students that a submission sends them; they need not have begun theirs. */
const agreeToTransfers = async (
  { db, clock }: DriveTools,
  { id, instId, collectionId }: SubmissionRecord,
): Promise<void> => {
  const transfers = createTransfers({ db, clock })
  const receivers = await withScope(db, { scope: 'all' }, tx => receiversOf(tx, id))
  for (const { instId: receiverId, consent } of receivers) {
    const user = users.find(({ organisations: all }) =>
      all.some(({ id: organisation, role }) => organisation === receiverId && role.includes('sign-off')),
    )
    if (receiverId === null || consent !== 'awaited' || !user) continue
    const of = { collectionId, senderId: instId, receiverId }
    granted(await transfers.decide(of, 'AGREE', actorOf(user.id, receiverId)))
  }
}

/**
 * Takes one submission from nothing, or from wherever an earlier run left it, to its target, through the very calls
 * that people's requests use. Throws when a decision is refused or a stage fails that should not.
 */
export const drive = async (tools: DriveTools, scenario: Scenario): Promise<void> => {
  const id = submissionIdOf(scenario)
  const place = await withScope(tools.db, { scope: 'all' }, async tx => {
    const { rows } = await sql<{ collection_id: string; regulator_code: string }>`
      select c.id as collection_id, p.regulator_code from collection c, provider p
      where c.reference = ${scenario.collectionReference} and p.inst_id = ${scenario.instId}`.execute(tx)
    return rows[0]
  })
  if (!place)
    throw new Error(`There is no collection ${scenario.collectionReference} or provider ${scenario.instId}.`)
  for (;;) {
    tools.signal.throwIfAborted()
    const found = await withScope(tools.db, { scope: 'all' }, tx => findSubmission(tx, id))
    if (!found || isUploading(found.status)) {
      await upload(tools, scenario, place.collection_id)
      continue
    }
    if (await hasReached(tools, found, scenario.target)) return
    if (isSystemError(found.status) || isFileFailure(found.status))
      throw new Error(`${scenario.fileName} ended as ${found.status} on its way to ${scenario.target}.`)
    const event = nextEvent(scenario, found.status, place.regulator_code)
    if (event?.type === 'SUBMIT') await agreeToTransfers(tools, found)
    if (event) granted(await tools.lifecycle.decide(id, event))
    else await wait(tools.signal)
  }
}
