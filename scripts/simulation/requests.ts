import type { SimulatedServer } from './server.ts'
import type { World } from './world.ts'

/** After this long who has asked takes a request or its answer for lost, in ms. */
const patienceMs = 10_000
/** How late what is late may arrive, in ms: others have asked, and been answered, meanwhile. */
const latestMs = 90_000

/**
 * A request of a person or a page to a server. It may be lost, reach the server twice, or when nobody waits for it any more;
 * its answer may be lost, or be overtaken by what has happened since. Undefined where no answer comes, and where the server
 * fails at it.
 */
export const request = <T>(
  world: World,
  server: SimulatedServer,
  what: string,
  question: (server: SimulatedServer) => Promise<T>,
): Promise<{ value: T } | undefined> =>
  new Promise(resolve => {
    const { process } = server
    world.onDeath.push(dead => dead === process && resolve(undefined))
    const fault = world.point('request', `${what} to ${process.name}`)
    const late = latestMs * world.chance('late')
    const reach = (ms: number, tell: (answer: { value: T } | undefined) => void): void =>
      world.after(process, ms, () => {
        question(server).then(
          value => tell({ value }),
          () => tell(undefined),
        )
      })
    const give = (ms: number, answer: { value: T } | undefined): void =>
      world.after(undefined, ms, () => resolve(answer))
    const way = 1 + world.chance(what) * 30
    switch (fault) {
      case 'requestLost':
        give(patienceMs, undefined)
        break
      case 'requestLate':
        give(patienceMs, undefined)
        reach(patienceMs + late, () => undefined)
        break
      case 'replyLost':
        reach(way, () => give(patienceMs, undefined))
        break
      default:
        reach(way, answer => give(fault === 'replyLate' ? late : way, answer))
        if (fault === 'requestTwice') reach(way + late / 1000, () => undefined)
    }
  })
