import type { Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/schema.ts'
import { type Configuration, configurationOf } from './configuration.ts'
import { type PublishedContent, type PublishedRow, publishedContent } from './published.ts'

/** More than an installation publishes in ten years; of a specification that is changed, the earlier ones go. */
const heldAtMost = 32

const keyOf = ({ specificationId, decisions }: PublishedRow): string => `${specificationId} ${decisions}`

/**
 * What the published specifications say, put together once for each and kept until a decision changes it: everybody may ask for
 * them, as often as the limits on requests let them.
 */
export const createHeldContents = (specifications: {
  load: (
    of: Pick<PublishedRow, 'schemaVersion' | 'rulesetVersion'>,
  ) => Promise<Parameters<typeof publishedContent>[0]>
}) => {
  const held = new LRUCache<string, PublishedContent>({ max: heldAtMost })

  const put = async (row: PublishedRow, configuration: Configuration): Promise<PublishedContent> => {
    const content = publishedContent(await specifications.load(row), configuration)
    held.set(keyOf(row), content)
    return content
  }

  return {
    /**
     * Reads of the database what is not held of these specifications, in the transaction that has read the rows. What it gives
     * puts the contents together, by the specification's id, after that transaction: compiling a ruleset takes seconds.
     */
    read: async (
      tx: Transaction<Database>,
      rows: readonly PublishedRow[],
    ): Promise<() => Promise<ReadonlyMap<number, PublishedContent>>> => {
      const contents = new Map<number, PublishedContent>()
      const read: { row: PublishedRow; configuration: Configuration }[] = []
      for (const row of rows) {
        const known = held.get(keyOf(row))
        if (known) contents.set(row.specificationId, known)
        else read.push({ row, configuration: await configurationOf(tx, row.specificationId) })
      }
      return async () => {
        for (const { row, configuration } of read)
          contents.set(row.specificationId, await put(row, configuration))
        return contents
      }
    },
  }
}
