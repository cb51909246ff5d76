import {
  createRemoteJWKSet,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'
import * as z from 'zod/mini'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { heldFor } from '../heldFor.ts'
import { patience } from '../limits.ts'
import { createPause } from '../pause.ts'

/** For the figures, whose reader does not wait long, in ms. */
const glanceMs = 3000
const freshMs = 10_000

const description = z.object({
  jwks_uri: z.url(),
  token_endpoint: z.optional(z.string()),
  revocation_endpoint: z.optional(z.string()),
})
type Description = z.output<typeof description>

/** How far the clock of an answer's server is ahead of ours, in ms; 0 where it does not say its time. */
const clockOffOf = ({ headers }: Response): number => {
  const at = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(at) ? 0 : at - Date.now()
}

/** What the issuer says of itself (OpenID Connect Discovery). */
const descriptionOf = async (
  issuer: string,
  patienceMs: number,
): Promise<Description & { clockOffMs: number }> => {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(address, { signal: AbortSignal.timeout(patienceMs) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
  return { ...z.parse(description, await response.json()), clockOffMs: clockOffOf(response) }
}

type KeySet = ReturnType<typeof createRemoteJWKSet>

const discover = async (issuer: string, patienceMs: number): Promise<KeySet> => {
  const { jwks_uri } = await descriptionOf(issuer, patienceMs)
  // The look-ups for unknown keys are ours: the library refuses a key that it has not looked for within its own pause.
  return createRemoteJWKSet(new URL(jwks_uri), {
    timeoutDuration: patienceMs,
    cooldownDuration: Number.POSITIVE_INFINITY,
  })
}

/** A key that was looked up is looked up again after this time, in ms; within it, there are so many look-ups together. */
const lookUpAgainMs = 10_000
const mostLookUps = 5

/**
 * Which unknown keys are looked up: each once in a while, and few together, so that made-up keys cause no flood of look-ups. One
 * look-up brings all keys, so a good key also comes with the look-up for another one.
 */
const createLookUps = (now: () => number) => {
  /** When a key was looked up last, the earliest first. */
  const lookedUp = new Map<string, number>()
  return (keyId: string): boolean => {
    const at = now()
    for (const [other, time] of lookedUp) {
      if (at - time < lookUpAgainMs) break
      lookedUp.delete(other)
    }
    if (lookedUp.has(keyId) || lookedUp.size >= mostLookUps) return false
    lookedUp.set(keyId, at)
    return true
  }
}

/** An origin that can stand in a policy: a host may hold semicolons and commas, which end a directive or the whole policy. */
const plainOrigin = /^https?:\/\/[\w.:[\]-]+$/

/**
 * Origins that a page calls besides the issuer's own: tokens are given, and taken back, there. To every other address of an issuer
 * the browser goes itself.
 */
const foreignOrigins = (issuer: string, { token_endpoint, revocation_endpoint }: Description): string[] => {
  const origins = [token_endpoint, revocation_endpoint].flatMap(address =>
    address !== undefined && URL.canParse(address) ? [new URL(address).origin] : [],
  )
  return [...new Set(origins)].filter(origin => plainOrigin.test(origin) && origin !== new URL(issuer).origin)
}

/** What is known of an outside issuer. */
export interface IssuerWatch {
  /** Whether it describes itself at the moment; asked at most every ten seconds, however many look at the figures. */
  isUp: () => Promise<boolean>
  /** How far its clock is ahead of ours, in ms, as its last description says; 0 until there was one. */
  clockOffMs: () => number
  /** Origins that a page calls besides the issuer's own, as its last description says; empty until there was one. */
  origins: () => readonly string[]
}

/** Watches an issuer of the operator's own. */
export const issuerWatch = (issuer: string): IssuerWatch => {
  let known: readonly string[] | undefined
  let clockOffMs = 0
  const isUp = heldFor(freshMs, () =>
    descriptionOf(issuer, glanceMs).then(
      found => {
        known = foreignOrigins(issuer, found)
        clockOffMs = found.clockOffMs
        return true
      },
      () => false,
    ),
  )
  return {
    isUp,
    clockOffMs: () => clockOffMs,
    origins: () => {
      // Where it was away at the start, whoever comes has it asked again, for those who come after.
      if (known === undefined) void isUp()
      return known ?? []
    },
  }
}

/** Whether an error says that the issuer did not answer in time. */
const isSilence = (error: unknown): boolean =>
  error instanceof errors.JWKSTimeout || (error instanceof Error && error.name === 'TimeoutError')

const unavailable = (cause?: unknown): ProblemError =>
  new ProblemError(problem('unavailable', message('server', 'identityUnavailable')), { cause })

/** The keys of an issuer, by which tokens are verified. */
export interface DiscoveredKeys extends JWTVerifyGetKey {
  /**
   * Asks for them again after the key of this id has not verified a token: an issuer may give the id of an old key to a new one.
   * Resolves to false where they were asked for a moment ago. Throws an unavailable problem where the issuer does not answer.
   */
  renew: (keyId: string) => Promise<boolean>
}

/**
 * The keys of an issuer, where its description says that they are (OpenID Connect Discovery). The issuer is asked for the first token,
 * again after it could not be reached, and once for each key that it has not named. Throws an unavailable problem where a key is not
 * known: the issuer may be away, or may still name its old keys, and a good token must not be refused for that. While it is
 * silent, few wait for it.
 */
export const discoveredKeys = (
  issuer: string,
  { patienceMs = patience.issuerMs, now }: { patienceMs?: number; now?: () => number } = {},
): DiscoveredKeys => {
  const pause = createPause({ isSilence, refusal: unavailable, ...(now ? { now } : {}) })
  const isLookedUp = createLookUps(now ?? (() => performance.now()))
  let discovered: Promise<KeySet> | undefined
  const renew = async (keyId: string): Promise<boolean> => {
    const known = discovered
    if (!known || !isLookedUp(keyId)) return false
    pause.begin()
    try {
      await pause.look(async () => (await known).reload())
    } catch (error) {
      throw unavailable(error)
    }
    return true
  }
  const find: JWTVerifyGetKey = async (header, token) => {
    pause.begin()
    let isLookUp = false
    const look = async () => {
      discovered ??= discover(issuer, patienceMs)
      const keys = await discovered
      try {
        return await keys(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || !isLookedUp(header.kid ?? '')) throw error
        isLookUp = true
        await keys.reload()
        return await keys(header, token)
      }
    }
    try {
      return await pause.look(look)
    } catch (error) {
      // Several keys fit a token that names none: no other answer of the issuer would help.
      if (error instanceof errors.JWKSMultipleMatchingKeys) throw error
      // The keys that are known still count where another one is not found.
      if (!isLookUp && !(error instanceof errors.JWKSNoMatchingKey)) discovered = undefined
      throw unavailable(error)
    }
  }
  return Object.assign(find, { renew })
}

/** Verifies a token by the keys; where it names none of several that fit, by each of them. */
const verifiedByAny = async (
  token: string,
  keys: JWTVerifyGetKey,
  claims: JWTVerifyOptions,
): Promise<JWTPayload> => {
  try {
    return (await jwtVerify(token, keys, claims)).payload
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, claims)).payload
      } catch (refusal) {
        if (!(refusal instanceof errors.JWSSignatureVerificationFailed)) throw refusal
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

/**
 * The payload of a token that one of the keys has signed. Where none has, discovered keys are asked for once more: a good token must
 * not be refused because its issuer has changed a key. Throws what `jwtVerify` of jose throws.
 */
export const verified = async (
  token: string,
  keys: JWTVerifyGetKey | DiscoveredKeys,
  claims: JWTVerifyOptions,
): Promise<JWTPayload> => {
  try {
    return await verifiedByAny(token, keys, claims)
  } catch (error) {
    const isUnverified = error instanceof errors.JWSSignatureVerificationFailed && 'renew' in keys
    if (!isUnverified || !(await keys.renew(decodeProtectedHeader(token).kid ?? ''))) throw error
    return verifiedByAny(token, keys, claims)
  }
}
