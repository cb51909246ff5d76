import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { actorOf } from '../../../server/demonstration/people.ts'
import { users } from '../../../server/identity/demonstration.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { isSystemError, type StatusName, statusNameOf, statusOf } from '../../../src/domain/status.ts'
import { type FactsWire, factsFromWire } from '../../../src/domain/wire/facts.ts'
import { step, type UserEventType } from '../../../src/machines/submission-lifecycle/index.ts'
import { generateSample } from '../../../src/sample/index.ts'
import { gesturesAt } from './gestures.ts'
import { type SignedPost, sendForm } from './sendForm.ts'
import { apiTokenFor } from './serverProcess.ts'

const askEveryMs = 100
const answerWithinMs = 20_000

/** Where a journey ends: each kind leaves the provider where the next upload is allowed. */
export const journeyKinds = ['signedOff', 'wrongSchema', 'processed', 'declined'] as const
export type JourneyKind = (typeof journeyKinds)[number]

/** A provider and who acts in its journeys. */
export const travellers = [
  { instId: '0001', provider: 'ashby-signoff', regulator: 'ohe-analyst' },
  { instId: '0002', provider: 'brackley-signoff', regulator: 'ohe-analyst' },
  { instId: '0003', provider: 'cardigan-signoff', regulator: 'fcw-analyst' },
] as const
export type Traveller = (typeof travellers)[number]

export interface Journey {
  seed: number
  traveller: Traveller
  /** Number of the journey of this provider, from 0. */
  number: number
}

const digest = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** The id of a journey's submission: always the same, so that two runs can be compared. */
const idOf = ({ seed, traveller, number }: Journey, attempt: number): string => {
  const hex = digest(seed, traveller.instId, number, attempt)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const kindOf = ({ number }: Journey): JourneyKind =>
  journeyKinds[number % journeyKinds.length] as JourneyKind

/**
 * The file of a journey: other students in each, so that no provider sends what is known of another. None of them moves to
 * another provider with a supervisor: that provider would have to consent before the submission can be handed over.
 */
export const fileOf = (journey: Journey): Buffer => {
  const { traveller, number, seed } = journey
  // Every 25th student gets a fault against the schema, every twelfth one against a rule.
  const faults = kindOf(journey) === 'wrongSchema' ? 'schema' : number % 8 === 2 ? 'rules' : 'none'
  const students = faults === 'none' ? 3 : 30
  for (let tries = 0; ; tries += 1) {
    const of = Number.parseInt(digest(seed, traveller.instId, number, tries).slice(0, 7), 16)
    const file = Buffer.concat([
      ...generateSample({ provider: traveller.instId, students, seed: of, faults, collection: '23056' }),
    ])
    if (faults !== 'none' || !file.includes('<INTENDEDDESTINATION>')) return file
  }
}

/** What has been acknowledged, and what became of the journey. */
export interface Travelled {
  journey: Journey
  submissionId: string
  end: StatusName
  /** Uploads before the one that counts, which ended as Upload error. */
  failedUploads: number
  /** What was answered with success, by the events that it stands for. */
  acknowledged: string[]
}

/** Undefined where no answer comes in the time after which a person tries again. */
const answered = <T>(request: Promise<T>): Promise<T | undefined> =>
  Promise.race([request.catch(() => undefined), setTimeout(answerWithinMs, undefined, { ref: false })])

/** People who call a server that may be away, as a browser does: what is not answered is asked again. */
export const visitorsOf = (origin: string) => {
  const tokens = new Map<string, string>()
  const tokenOf = async (user: string): Promise<string> => {
    for (;;) {
      const known = tokens.get(user)
      if (known) return known
      const token = await answered(apiTokenFor(origin, user))
      if (token) tokens.set(user, token)
      else await setTimeout(askEveryMs)
    }
  }
  /** Undefined where no answer came, or the answer was to ask again. */
  const call = async <T>(
    user: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: T } | undefined> => {
    const token = await tokenOf(user)
    try {
      const answer = await fetch(`${origin}/api${path}`, {
        method,
        signal: AbortSignal.timeout(answerWithinMs),
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (answer.status === 401) tokens.delete(user)
      if ([401, 502, 503].includes(answer.status)) return undefined
      const isJson = (answer.headers.get('content-type') ?? '').includes('json')
      return { status: answer.status, body: (isJson ? JSON.parse(text) : text) as T }
    } catch {
      return undefined
    }
  }
  return { call }
}
export type Visitors = ReturnType<typeof visitorsOf>

interface Seen {
  status: { id: number }
  version: number
  facts: FactsWire
}

/** The person as the chart's events name them. */
const principalOf = (user: string): UserPrincipal =>
  actorOf(user, users.find(({ id }) => id === user)?.organisations[0]?.id ?? '')

/** What people do next; undefined while the system works. */
const nextGesture = (
  { traveller, kind }: { traveller: Traveller; kind: JourneyKind },
  status: StatusName,
): { user: string; type: UserEventType } | undefined => {
  const { provider, regulator } = traveller
  switch (status) {
    case 'QUALITY_PROCESSING_COMPLETE':
      return { user: provider, type: 'SUBMIT' }
    case 'ANALYST_APPROVAL':
    case 'AGENCY_APPROVAL':
      return { user: 'bedel-analyst', type: kind === 'declined' ? 'DECLINE' : 'APPROVE' }
    case 'SC_APPROVAL':
      return { user: regulator, type: 'APPROVE' }
    case 'APPROVED':
      return { user: provider, type: 'REQUEST_SIGN_OFF' }
    case 'PROVIDER_SIGNOFF':
      return { user: 'bedel-admin', type: 'SIGN_OFF' }
    case 'HISTORY_DATA_PASSED':
      return { user: 'bedel-admin', type: 'REQUEST_RESUBMISSION' }
    default:
      return undefined
  }
}

const endsOf: Record<JourneyKind, readonly StatusName[]> = {
  signedOff: ['RESUBMISSION_REQUIRED'],
  wrongSchema: ['SCHEMA_CHECK_FAILED'],
  processed: ['QUALITY_PROCESSING_COMPLETE'],
  declined: ['RESUBMISSION_REQUIRED'],
}

/**
 * Takes one submission to its end. Throws where an answer is neither success nor what a repeated request may get, or where
 * the system gives a stage up.
 */
export const travel = async ({ call }: Visitors, origin: string, journey: Journey): Promise<Travelled> => {
  const { traveller } = journey
  const { instId, provider } = traveller
  const kind = kindOf(journey)
  const gestures = gesturesAt({ instId, collectionId: 'c23056', reference: '23056', mode: 'live' })
  const content = fileOf(journey)
  const acknowledged: string[] = []
  let failedUploads = 0
  let post: SignedPost | undefined
  /** Version of the submission at which the last gesture was refused. */
  let refusedAt: number | undefined

  const upload = async (id: string): Promise<void> => {
    const { method, path, body } = gestures.UPLOAD_REQUESTED.make(id, 0)
    const response = await call<SignedPost>(provider, method, path, {
      ...(body as object),
      fileSize: content.length,
    })
    if (!response) return
    if (response.status !== 200)
      throw new Error(`The upload of ${id} is answered ${JSON.stringify(response)}.`)
    acknowledged.push('UPLOAD_REQUESTED')
    post = response.body
  }
  const send = async (id: string): Promise<void> => {
    if (!post) return upload(id)
    const answer = await answered(sendForm(origin, post, content))
    if (answer) await answered(answer.arrayBuffer())
    if (answer?.status === 204) acknowledged.push('FILE_STORED')
  }

  /** As the browser does it: with the status to which the chart leads by the facts that this person sees. */
  const gesture = async (id: string, { user, type }: NonNullable<ReturnType<typeof nextGesture>>) => {
    const seen = await call<Seen>(user, 'GET', `/submissions/${id}`)
    if (seen?.status !== 200) return
    const event = gestures[type].event(principalOf(user))
    const { status } = step(statusNameOf(seen.body.status.id), factsFromWire(seen.body.facts), event)
    const { method, path, body } = gestures[type].make(id, statusOf(status).id)
    const answer = await call(user, method, path, body)
    if (!answer) return
    if (answer.status < 300) {
      acknowledged.push(type)
      return
    }
    // One that was carried out and not answered is refused when it is asked again: the submission has moved on.
    if (answer.status !== 409 || refusedAt === seen.body.version)
      throw new Error(`${type} of ${id} is answered ${JSON.stringify(answer)}.`)
    refusedAt = seen.body.version
  }

  for (;;) {
    const id = idOf(journey, failedUploads)
    const found = await call<Seen>(provider, 'GET', `/submissions/${id}`)
    const status =
      found?.status === 404
        ? 'UNKNOWN'
        : found?.status === 200
          ? statusNameOf(found.body.status.id)
          : undefined
    if (found && status === undefined) throw new Error(`${id} is answered ${JSON.stringify(found)}.`)
    if (status !== undefined) {
      if (endsOf[kind].includes(status))
        return { journey, submissionId: id, end: status, failedUploads, acknowledged }
      if (isSystemError(status)) throw new Error(`${id} of ${instId} has come to ${status}.`)
      if (status === 'UNKNOWN') await upload(id)
      else if (status === 'UPLOADING') await send(id)
      else if (status === 'UPLOAD_ERROR') {
        failedUploads += 1
        post = undefined
        refusedAt = undefined
      } else {
        const next = nextGesture({ traveller, kind }, status)
        if (next) await gesture(id, next)
      }
    }
    await setTimeout(askEveryMs)
  }
}
