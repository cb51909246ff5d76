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

const description = z.object({ jwks_uri: z.url() })

/** Where the issuer's description of itself says that its keys are. */
const keysAddressOf = async (issuer: string, patienceMs: number): Promise<string> => {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(address, { signal: AbortSignal.timeout(patienceMs) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
  return z.parse(description, await response.json()).jwks_uri
}

const discover = async (issuer: string, patienceMs: number): Promise<JWTVerifyGetKey> => {
  const jwks_uri = await keysAddressOf(issuer, patienceMs)
  return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: patienceMs })
}

/** Whether the issuer describes itself at the moment; asked at most this often, however many look at the figures. */
export const issuerWatch = (issuer: string): (() => Promise<boolean>) =>
  heldFor(freshMs, () =>
    keysAddressOf(issuer, glanceMs).then(
      () => true,
      () => false,
    ),
  )

const isOfToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys

/** Whether an error says that the issuer did not answer in time. */
const isSilence = (error: unknown): boolean =>
  error instanceof errors.JWKSTimeout || (error instanceof Error && error.name === 'TimeoutError')

const unavailable = (cause?: unknown): ProblemError =>
  new ProblemError(problem('unavailable', message('problems', 'identityUnavailable')), { cause })

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
