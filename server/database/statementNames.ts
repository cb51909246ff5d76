/*
 * Statements that are asked again and again are prepared, once for each connection: PostgreSQL then neither parses nor, where one plan
 * serves as well as another, plans them anew. For the short statements of a decision that takes ten times as long as what they
 * do.
 */

/** So many texts are prepared at most: a connection keeps each that it has prepared. */
const most = 200
/** PostgreSQL prepares one statement at a time; the queue's maintenance sends several as one text. */
const holdsSeveral = /;\s*\S/

/** So often a text is asked before it gets one of these names: else what is asked now and then would take them all in time. */
const timesBefore = 5
/** Texts that are counted at once. */
const mostCounted = 400
/** Longest text that is prepared, in characters: a longer one is a bulk of rows, of another length each time. */
const longest = 8_000

/**
 * Takes whatever columns there are. A later release may add one beside this one, and PostgreSQL refuses to run what was
 * prepared before with other columns.
 */
const takesAllColumns = /(?:select|returning|,)\s+(?:distinct\s+)?(?:"?\w+"?\.)?\*/i

/**
 * Gives a statement the name under which the connections of a pool prepare it; none the first times, and where it is not to be
 * prepared.
 */
export const createStatementNames = (): ((text: string) => string | undefined) => {
  const asked = new Map<string, number>()
  const names = new Map<string, string>()
  return text => {
    const known = names.get(text)
    if (known !== undefined || names.size >= most) return known
    if (text.length > longest || takesAllColumns.test(text) || holdsSeveral.test(text)) return undefined
    const times = (asked.get(text) ?? 0) + 1
    // Asked last, forgotten last: texts that come once only, such as lists of many lengths, go.
    asked.delete(text)
    if (times <= timesBefore) {
      for (const [oldest] of asked) if (asked.size >= mostCounted) asked.delete(oldest)
      asked.set(text, times)
      return undefined
    }
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
}
