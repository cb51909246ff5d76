/** How the database's own errors begin, e.g. `Conversion Error: `. */
const ofDatabase = /^[A-Z][A-Za-z ]* Error: /
/** Those about the machine, which hold no value, and say by their last words what is wrong with it: a disk that is full. */
const ofMachine = /^(?:IO|Out of Memory) Error: /
const path = /"[^"]*"/g
/** Where its words begin to quote: a value may hold quotes and line breaks of its own, so that its end cannot be told. */
const quoted = /["'\n].*/s
/** A number of its own: a type such as INT32 is none. */
const figure = /\b\d[\d.]*/g

/**
 * A fault without what it tells of a record, where it is one of the analysis database: "Could not convert string 'Smith' to
 * DATE". Its words go into the log and are kept as the reason of a failure, which everybody reads who sees the submission.
 */
export const withoutValues = (error: unknown): unknown => {
  if (!(error instanceof Error) || !ofDatabase.test(error.message)) return error
  const { message } = error
  const redacted = new Error(
    ofMachine.test(message)
      ? message.replace(path, '"…"')
      : message.replace(quoted, '…').replace(figure, '…'),
  )
  redacted.name = error.name
  return redacted
}
