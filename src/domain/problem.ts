import { type Message, message } from '../messages/message.ts'
import { loggedAt } from './dates.ts'

/**
 * A fault as a domain value: an RFC 9457 problem document (decisions §2), whatever it came from. Charts hold it in
 * context, views show its message.
 */
export interface FieldProblem {
  /** Path of the field, for example `body.statusId`. */
  field: string
  message: Message | string
}

/** What is wrong in a file that was sent: where, by line from 1, and what to do about it. */
export interface FileFault {
  file: string
  line: number
  message: Message | string
}

export interface Problem {
  /** Stable kind, for example `not-allowed`; the last part of the wire's `type`. */
  kind: ProblemKind
  /** HTTP status, 0 when no answer arrived. */
  status: number
  /** What is wrong and what to do: a message, or words that somebody else said (a server of another version, an error). */
  reason: Message | string
  errors: readonly FieldProblem[]
  /** A change was asked for and no answer to it can be relied on: it may have been made. */
  mayBeDone?: true
  /** Of a file that was refused, what is wrong in it. */
  faults?: readonly FileFault[]
}

/** The catalogue: kind → HTTP status. Browser and server read this one table. */
export const problemKinds = {
  malformed: { status: 400 },
  unauthorised: { status: 401 },
  forbidden: { status: 403 },
  'not-found': { status: 404 },
  'not-a-method': { status: 405 },
  'too-slow': { status: 408 },
  conflict: { status: 409 },
  gone: { status: 410 },
  'too-large': { status: 413 },
  'no-such-range': { status: 416 },
  'no-such-expectation': { status: 417 },
  invalid: { status: 422 },
  'too-many-requests': { status: 429 },
  'header-too-large': { status: 431 },
  internal: { status: 500 },
  unavailable: { status: 503 },
  network: { status: 0 },
} as const satisfies Record<string, { status: number }>

export type ProblemKind = keyof typeof problemKinds

/** A problem of this kind; the status comes from the catalogue. */
export const problem = (
  kind: ProblemKind,
  reason: Message | string,
  errors: readonly FieldProblem[] = [],
): Problem => ({
  kind,
  status: problemKinds[kind].status,
  reason,
  errors,
})

/** The kind that belongs to an HTTP status; anything unknown is `internal`. */
export const kindOfStatus = (status: number): ProblemKind =>
  (Object.keys(problemKinds) as ProblemKind[]).find(kind => problemKinds[kind].status === status) ??
  (status >= 500 ? 'internal' : status >= 400 ? 'invalid' : 'internal')

/** Whether the same request may succeed soon: there was no answer, the server failed, or it is too busy. */
export const isPassing = ({ kind, status }: Problem): boolean =>
  status < 400 || status >= 500 || kind === 'too-many-requests' || kind === 'too-slow'

/** Whether what should answer is away or too busy for now: that passes by itself, unlike a fault of the server. */
export const isAway = (problem: Problem): boolean =>
  isPassing(problem) && problem.status !== problemKinds.internal.status

/** Whether there is no such thing for the viewer: it never existed, was deleted, or is another organisation's. */
export const isMissing = ({ kind }: Pick<Problem, 'kind'>): boolean => kind === 'not-found' || kind === 'gone'

/** The item of a page was deleted while the page was open, and nobody said by whom (decisions §15). */
export const deletedElsewhere: Problem = problem('gone', message('problems', 'deletedElsewhere'))

/** An item was deleted, by whom and when (decisions §15). */
export const deletedBy = (item: string, name: string, at: Date): Problem =>
  problem('gone', message('problems', 'deletedBy', { item, name, when: loggedAt(at.toISOString()) }))

/** A collection was deleted: the agency still sees it, and nobody can change it (decisions §10). */
export const collectionDeleted = (name: string): Problem =>
  problem('gone', message('problems', 'collectionDeleted', { name }))

/** A nil return was withdrawn: there is no submission (decisions §12). */
export const nilReturnWithdrawn: Problem = problem('gone', message('problems', 'nilReturnWithdrawn'))

/** An error that carries a problem, thrown where a result cannot be returned. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem

  constructor(value: Problem, options?: ErrorOptions) {
    super(
      `${value.status} ${value.kind}: ${typeof value.reason === 'string' ? value.reason : JSON.stringify(value.reason)}`,
      options,
    )
    this.problem = value
  }
}

/** Any thrown value as a problem: the one mapper that every `onError` uses. */
export const toProblem = (error: unknown): Problem => {
  if (error instanceof ProblemError) return error.problem
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) {
    return problem('network', message('problems', 'checkConnection'))
  }
  return problem('internal', error instanceof Error ? error.message : String(error))
}
