import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod/mini'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'

const timeoutMs = 5000

const description = z.object({ jwks_uri: z.url() })

const discover = async (issuer: string): Promise<JWTVerifyGetKey> => {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
  const { jwks_uri } = z.parse(description, await response.json())
  return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: timeoutMs })
}

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
