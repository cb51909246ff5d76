/*
 * Waiting times of a queue with c servers, Poisson arrivals and general service times (M/G/c), by the approximation of
 * Lee and Longton: that of M/M/c (Erlang's formula C) times (1 + squared coefficient of variation of the service) / 2.
 * Exact for M/M/c and, by Pollaczek and Khinchine, for M/G/1. A. M. Lee, P. A. Longton: Queueing processes associated with
 * airline passenger check-in. Operational Research Quarterly 10 (1959), 56–71.
 */

/** Mean and squared coefficient of variation of measured times in seconds. Zero for none. */
export const momentsOf = (seconds: readonly number[]): { mean: number; squaredVariation: number } => {
  if (seconds.length === 0) return { mean: 0, squaredVariation: 0 }
  const mean = seconds.reduce((sum, value) => sum + value, 0) / seconds.length
  const variance = seconds.reduce((sum, value) => sum + (value - mean) ** 2, 0) / seconds.length
  return { mean, squaredVariation: mean === 0 ? 0 : variance / mean ** 2 }
}

/** Erlang's formula C: the share of arrivals that wait, for an offered load (arrival rate × mean service) below the servers. */
export const shareThatWaits = (servers: number, offered: number): number => {
  // By Erlang's formula B, which has a recursion without large numbers.
  let blocked = 1
  for (let count = 1; count <= servers; count += 1)
    blocked = (offered * blocked) / (count + offered * blocked)
  return blocked / (1 - (offered / servers) * (1 - blocked))
}

export interface Predicted {
  /** Share of the time in which a server is busy; from 1 on the queue grows without end. */
  utilisation: number
  /** Mean seconds in the queue; infinite where it grows without end. */
  waitSeconds: number
}

/** The mean wait of so many servers, for arrivals in a second and the moments of their service. */
export const predict = (
  servers: number,
  arrivalsPerSecond: number,
  service: ReturnType<typeof momentsOf>,
): Predicted => {
  const offered = arrivalsPerSecond * service.mean
  const utilisation = offered / servers
  if (utilisation >= 1) return { utilisation, waitSeconds: Number.POSITIVE_INFINITY }
  const ofMarkov = (shareThatWaits(servers, offered) * service.mean) / (servers - offered)
  return { utilisation, waitSeconds: (ofMarkov * (1 + service.squaredVariation)) / 2 }
}
