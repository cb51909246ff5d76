/**
 * A fault as a domain value: an RFC 9457 problem document (decisions §2), whatever it came from. Charts hold it in
 * context, views show its words.
 */
export interface FieldProblem {
  /** Path of the field, for example `body.statusId`. */
  field: string
  message: string
}

export interface Problem {
  /** Stable kind, for example `not-allowed`; the last part of the wire's `type`. */
  kind: ProblemKind
  title: string
  /** HTTP status, 0 when no answer arrived. */
  status: number
  detail: string
  errors: readonly FieldProblem[]
}

/** The catalogue: kind → HTTP status and title. Browser and server read this one table. */
export const problemKinds = {
  unauthorised: { status: 401, title: 'You are not signed in' },
  forbidden: { status: 403, title: 'You do not have a valid role for this' },
  'not-found': { status: 404, title: 'Not found' },
  conflict: { status: 409, title: 'This is not possible at the moment' },
  gone: { status: 410, title: 'No longer available' },
  'too-large': { status: 413, title: 'The file is too large' },
  invalid: { status: 422, title: 'Some of what was sent is not valid' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service is not available at the moment' },
  network: { status: 0, title: 'The service could not be reached' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemKind = keyof typeof problemKinds

/** A problem of this kind; title and status come from the catalogue. */
export const problem = (
  kind: ProblemKind,
  detail: string,
  errors: readonly FieldProblem[] = [],
): Problem => ({
  kind,
  title: problemKinds[kind].title,
  status: problemKinds[kind].status,
  detail,
  errors,
})

/** The kind that belongs to an HTTP status; anything unknown is `internal`. */
export const kindOfStatus = (status: number): ProblemKind =>
  (Object.keys(problemKinds) as ProblemKind[]).find(kind => problemKinds[kind].status === status) ??
  (status >= 500 ? 'internal' : status >= 400 ? 'invalid' : 'internal')

/** An error that carries a problem, thrown where a result cannot be returned. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem

  constructor(value: Problem, options?: ErrorOptions) {
    super(`${value.status}: ${value.title}. ${value.detail}`, options)
    this.problem = value
  }
}

/** Any thrown value as a problem: the one mapper that every `onError` uses. */
export const toProblem = (error: unknown): Problem => {
  if (error instanceof ProblemError) return error.problem
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) {
    return problem('network', 'Check your connection and try again.')
  }
  return problem('internal', error instanceof Error ? error.message : String(error))
}
