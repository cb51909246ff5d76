import { type Database, isOutOfMemory, quoted } from './database.ts'
import { nameRows, type Rows } from './ruleset/compileRule.ts'

/** What finds no room in so many parts needs it for something else: a record of 4 GB gets through in two. */
const mostParts = 64

/** The rows of an entity in so many parts, in ascending order. */
const partsOf = async (database: Database, entity: string, number: number): Promise<Rows[]> => {
  const { last } = await database.row(`select coalesce(max(_row), 0) as last from ${quoted(entity)}`)
  const bound = (part: number): number => Math.floor((Number(last) * part) / number)
  return Array.from({ length: number }, (_, part) => ({ after: bound(part), to: bound(part + 1) }))
}

/**
 * Does something to the rows of an entity in parts: in the fewest, and in four times as many again where these find no
 * room. What the database joins to a part is as small as the part is, so that a record of any size gets through in the memory
 * there is; 4 GB in parts take as long as they would in one.
 */
export const withRoom = async <T>(
  database: Database,
  entity: string,
  fewest: number,
  work: (parts: readonly Rows[]) => Promise<T>,
): Promise<T> => {
  for (let number = fewest; ; number *= 4) {
    try {
      return await work(await partsOf(database, entity, number))
    } catch (error) {
      if (!isOutOfMemory(error) || number * 4 > mostParts) throw error
    }
  }
}

/** What a rule counts in all parts together. */
export const countInParts = async (
  database: Database,
  countSql: string,
  parts: readonly Rows[],
): Promise<{ populationCount: number; failureCount: number }> => {
  let [populationCount, failureCount] = [0, 0]
  for (const part of parts) {
    await nameRows(database, part)
    const found = await database.row(countSql)
    populationCount += Number(found.populationCount)
    failureCount += Number(found.failureCount)
  }
  return { populationCount, failureCount }
}
