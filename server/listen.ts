import type { FastifyInstance } from 'fastify'
import { addressTaken } from './compose.ts'

/**
 * Fastify listens at every address of `localhost`, at the second one with another server, which has neither our listeners nor
 * their limits. One address is enough: who asks for `localhost` tries all of them.
 */
const addressOf = (host: string): string => (host === 'localhost' ? '127.0.0.1' : host)

/** Listens at an address, whose port this variable sets. */
export const listen = async (
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  variable: 'PORT' | 'METRICS_PORT',
): Promise<void> => {
  await app.listen({ port, host: addressOf(host) }).catch(addressTaken({ host, port }, variable))
}
