import { ProblemError, type ProblemKind, problem } from '../src/domain/problem.ts'
import { type Message, message } from '../src/messages/message.ts'

/** How many may do something at once, and how many may wait for it; of each number, how many of one. */
export interface TurnLimits {
  atOnce: number
  atOnceOfOne: number
  waiting: number
  waitingOfOne: number
  /** Problem of one who has all of its own turns; unavailable unless said. */
  ofOne?: ProblemKind
}

/**
 * Turns at something that costs memory: so many at once, the others one after another, and beyond a short queue nobody, for this
 * reason. One person, or one organisation, never has all of them.
 */
export const createTurns = (limits: TurnLimits, tooMany: Message = message('server', 'manyReadings')) => {
  const holders: string[] = []
  const queue: { by: string; begin: () => void }[] = []

  const countOf = (people: readonly string[], by: string): number =>
    people.filter(person => person === by).length
  const mayBegin = (by: string): boolean =>
    holders.length < limits.atOnce && countOf(holders, by) < limits.atOnceOfOne

  /** Begins whoever may, the longest waiting first. */
  const next = (): void => {
    const at = queue.findIndex(({ by }) => mayBegin(by))
    if (at === -1) return
    const [{ by, begin } = { by: '', begin: () => undefined }] = queue.splice(at, 1)
    holders.push(by)
    begin()
    next()
  }

  return {
    /**
     * A turn for somebody: gives what ends it, to be called once or more. Throws an unavailable problem where too many wait
     * already, or the problem of one who has all of its own turns.
     */
    take: async (by: string): Promise<() => void> => {
      if (mayBegin(by)) holders.push(by)
      else {
        const waiting = queue.map(one => one.by)
        const hasOwn =
          countOf(holders, by) >= limits.atOnceOfOne && countOf(waiting, by) >= limits.waitingOfOne
        if (hasOwn) throw new ProblemError(problem(limits.ofOne ?? 'unavailable', tooMany))
        if (waiting.length >= limits.waiting || countOf(waiting, by) >= limits.waitingOfOne)
          throw new ProblemError(problem('unavailable', tooMany))
        await new Promise<void>(begin => {
          queue.push({ by, begin })
        })
      }
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        holders.splice(holders.indexOf(by), 1)
        next()
      }
    },
  }
}
export type Turns = ReturnType<typeof createTurns>
