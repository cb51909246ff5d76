import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod/mini'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { heldFor } from '../heldFor.ts'
import { createPause } from '../pause.ts'

const timeoutMs = 5000
/** For the figures, whose reader does not wait long, in ms. */
const glanceMs = 3000
const freshMs = 10_000

const description = z.object({
  jwks_uri: z.url(),
  token_endpoint: z.optional(z.string()),
  revocation_endpoint: z.optional(z.string()),
})
type Description = z.output<typeof description>

/** What the issuer says of itself (OpenID Connect Discovery). */
const descriptionOf = async (issuer: string, patienceMs: number): Promise<Description> => {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(address, { signal: AbortSignal.timeout(patienceMs) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
  return z.parse(description, await response.json())
}

const discover = async (issuer: string, patienceMs: number): Promise<JWTVerifyGetKey> => {
  const { jwks_uri } = await descriptionOf(issuer, patienceMs)
  return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: patienceMs })
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
  /** Origins that a page calls besides the issuer's own, as its last description says; empty until there was one. */
  origins: () => readonly string[]
}

/** Watches an issuer of the operator's own. */
export const issuerWatch = (issuer: string): IssuerWatch => {
  let known: readonly string[] | undefined
  const isUp = heldFor(freshMs, () =>
    descriptionOf(issuer, glanceMs).then(
      found => {
        known = foreignOrigins(issuer, found)
        return true
      },
      () => false,
    ),
  )
  return {
    isUp,
    origins: () => {
      // Where it was away at the start, whoever comes has it asked again, for those who come after.
      if (known === undefined) void isUp()
      return known ?? []
    },
  }
}

const isOfToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys

/** Whether an error says that the issuer did not answer in time. */
const isSilence = (error: unknown): boolean =>
  error instanceof errors.JWKSTimeout || (error instanceof Error && error.name === 'TimeoutError')

const unavailable = (cause?: unknown): ProblemError =>
  new ProblemError(problem('unavailable', message('server', 'identityUnavailable')), { cause })

/**
 * The keys of an issuer, where its description says that they are (OpenID Connect Discovery). It is asked when a token is to be
 * verified first, and again after it could not be reached: then with an unavailable problem. While it is silent, few wait for it.
 */
export const discoveredKeys = (
  issuer: string,
  { patienceMs = timeoutMs, now }: { patienceMs?: number; now?: () => number } = {},
): JWTVerifyGetKey => {
  const pause = createPause({ isSilence, refusal: unavailable, ...(now ? { now } : {}) })
  let discovered: Promise<JWTVerifyGetKey> | undefined
  return async (header, token) => {
    pause.begin()
    try {
      return await pause.look(async () => {
        discovered ??= discover(issuer, patienceMs)
        return (await discovered)(header, token)
      })
    } catch (error) {
      if (isOfToken(error)) throw error
      discovered = undefined
      throw unavailable(error)
    }
  }
}
