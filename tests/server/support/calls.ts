import { actorOf } from '../../../server/demonstration/people.ts'
import { users } from '../../../server/identity/demonstration.ts'
import type { Identity } from '../../../server/identity/index.ts'
import type { Membership } from '../../../server/identity/signIns.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { type SignedPost, sendForm } from './sendForm.ts'

/** The clock of a test may move by weeks. */
const signInLastsMs = 365 * 24 * 3_600_000

export interface Answer<T = unknown> {
  status: number
  body: T
  headers: Headers
}

/** Calls of the API at an address, as people of the demonstration or as anybody with given roles. */
export const callsOn = ({
  origin,
  identity,
  clock,
}: {
  origin: string
  identity: Identity
  clock: { now: () => Date }
}) => {
  const organisationOf = (userId: string): string =>
    users.find(({ id }) => id === userId)?.organisations[0]?.id ?? ''
  const actor = (userId: string, organisation = organisationOf(userId)): UserPrincipal =>
    actorOf(userId, organisation)

  /** A token as the exchange gives it to somebody who works for these organisations. */
  const tokenFrom = async (who: UserPrincipal, organisations: readonly Membership[]): Promise<string> => {
    const signIn = {
      id: `session:${who.userId}`,
      userId: who.userId,
      name: who.name,
      issuedAt: clock.now(),
      goodUntil: new Date(clock.now().getTime() + signInLastsMs),
    }
    await identity.signIns.begin(signIn, organisations)
    return identity.tokens.issue(
      who,
      who.organisationId,
      { email: undefined, organisations: [...organisations] },
      signIn.id,
    )
  }

  const tokenOf = (userId: string, organisation?: string): Promise<string> => {
    const organisations = users.find(({ id }) => id === userId)?.organisations ?? []
    return tokenFrom(
      actor(userId, organisation),
      organisations.map(({ id, role }) => ({ id, type: actor(userId, id).organisationType, roles: role })),
    )
  }

  /** Tokens of this very moment. */
  const tokens = new Map<string, Promise<string>>()
  const tokenFor = (user: string | UserPrincipal, organisation?: string): Promise<string> => {
    const key = JSON.stringify([user, organisation, clock.now()])
    const known =
      tokens.get(key) ??
      (typeof user === 'string'
        ? tokenOf(user, organisation)
        : tokenFrom(user, [{ id: user.organisationId, type: user.organisationType, roles: [...user.roles] }]))
    tokens.set(key, known)
    return known
  }

  /** One call as a demonstration user, or as anybody with these roles. */
  const call = async <T = Record<string, unknown>>(
    user: string | UserPrincipal,
    method: string,
    path: string,
    request: {
      body?: unknown
      file?: Blob | FormData
      accept?: string
      language?: string
      organisation?: string
    } = {},
  ): Promise<Answer<T>> => {
    const token = tokenFor(user, request.organisation)
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await token}`,
        ...(request.accept ? { accept: request.accept } : {}),
        ...(request.language ? { 'accept-language': request.language } : {}),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.file ? { body: request.file } : {}),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    })
    const text = await answer.text()
    const isJson = (answer.headers.get('content-type') ?? '').includes('json')
    return { status: answer.status, body: (isJson ? JSON.parse(text) : text) as T, headers: answer.headers }
  }

  /** Starts an upload as the browser does: request, then the form to the store. */
  const upload = async (
    userId: string,
    file: {
      submissionId: string
      instId: string
      content: Uint8Array | string
      collectionId?: string
      fileName?: string
      isOvt?: boolean
    },
  ): Promise<number> => {
    const {
      submissionId,
      instId,
      content,
      collectionId = 'c23056',
      fileName = 'file.xml',
      isOvt = false,
    } = file
    const size = typeof content === 'string' ? new TextEncoder().encode(content).length : content.length
    const requested = await call<SignedPost>(
      userId,
      'POST',
      isOvt ? '/files/ovt/uploadRequest' : '/files/uploadRequest',
      { body: { submissionUuid: submissionId, fileName, collectionId, instId, fileSize: size } },
    )
    if (requested.status !== 200) return requested.status
    return (await sendForm(origin, requested.body, content, fileName)).status
  }

  return { actor, tokenOf, call, upload }
}
