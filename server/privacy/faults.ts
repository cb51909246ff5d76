/** How the database's own errors begin, e.g. `Conversion Error: `. */
const ofDatabase = /^[A-Z][A-Za-z ]* Error: /
const quoted = /(["'])(?:(?!\1).)*\1/gs

/**
 * A fault without what it quotes, where it is one of the analysis database: "Could not convert string 'Smith' to DATE". Its
 * words are kept as the reason of a failure, which everybody reads who sees the submission.
 */
export const withoutValues = (error: unknown): unknown => {
  if (!(error instanceof Error) || !ofDatabase.test(error.message)) return error
  const redacted = new Error(error.message.replace(quoted, '$1…$1'))
  redacted.name = error.name
  return redacted
}
