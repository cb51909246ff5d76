import type { Problem } from '../../domain/problem.ts'

/**
 * What an actor of a contract gives back. An expected refusal (the server's 4xx) is a result with a problem, routed by
 * a guard in `onDone`; a fault (no answer, 5xx) is thrown and reaches `onError`.
 */
export type Result<T> = { ok: true; value: T } | { ok: false; problem: Problem }

/** What an actor gives when it has done what it was asked. */
export const ok = <T>(value: T): Result<T> => ({ ok: true, value })
/** What an actor gives when it was refused: an expected refusal is a result, a fault is thrown. */
export const err = <T>(problem: Problem): Result<T> => ({ ok: false, problem })

/** Parameter of a guard or an action in `onDone`: what the actor gave. */
export const outputOf = <T>({ event }: { event: { output: T } }): T => event.output

/** Stands for an actor, or for an action of the services, until the application provides it; fails with its name. */
export const missing = (name: string) => (): never => {
  throw new Error(`"${name}" is not provided.`)
}
