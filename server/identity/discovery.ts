import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod/mini'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { heldFor } from '../heldFor.ts'

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

const discover = async (issuer: string): Promise<JWTVerifyGetKey> => {
  const jwks_uri = await keysAddressOf(issuer, timeoutMs)
  return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: timeoutMs })
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

/**
 * The keys of an issuer, where its description says that they are (OpenID Connect Discovery). It is asked when a token is to be
 * verified first, and again after it could not be reached: then with an unavailable problem.
 */
export const discoveredKeys = (issuer: string): JWTVerifyGetKey => {
  let discovered: Promise<JWTVerifyGetKey> | undefined
  return async (header, token) => {
    try {
      discovered ??= discover(issuer)
      return await (await discovered)(header, token)
    } catch (error) {
      if (isOfToken(error)) throw error
      discovered = undefined
      throw new ProblemError(problem('unavailable', message('problems', 'identityUnavailable')), {
        cause: error,
      })
    }
  }
}
