import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Database } from '../../../server/database/index.ts'
import type { ObjectStore } from '../../../server/storage/index.ts'

/** What a process that was killed is answered by everything: nothing of it happens any more. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

/** What a process has of the world. */
export interface Mortal {
  /** Those that were come to, in their order. */
  points: readonly string[]
  isDead: () => boolean
  db: Kysely<Database>
  store: ObjectStore
}

/**
 * The database and the store of a process that is killed at a numbered point, the first being 1: before each transaction, before
 * its commit, after it and before anybody has heard of it; before and after all that is asked of the store, and within what is
 * written or read. From then on nothing that it asks for happens. Without a point it lives, and counts them.
 */
export const createMortal = (
  { db, store }: { db: Kysely<Database>; store: ObjectStore },
  dieAt = Number.POSITIVE_INFINITY,
): Mortal => {
  const points: string[] = []
  let isDead = false
  const point = (name: string): void => {
    if (!isDead) points.push(name)
    isDead ||= points.length >= dieAt
    if (isDead) throw new Killed(name)
  }

  const transaction = () => {
    const begun = db.transaction()
    return {
      execute: async <T>(work: Parameters<typeof begun.execute<T>>[0]): Promise<T> => {
        point('before a transaction')
        const result = await begun.execute(async tx => {
          const done = await work(tx)
          point('before a commit')
          return done
        })
        point('after a commit')
        return result
      },
    }
  }

  const betweenPoints = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    point(`before ${name}`)
    const result = await work()
    point(`after ${name}`)
    return result
  }
  const watched = async function* (name: string, pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      point(`within ${name}`)
      yield piece
    }
    // Whole, and not yet taken for it.
    point(`at the end of ${name}`)
  }

  return {
    points,
    isDead: () => isDead,
    db: new Proxy(db, {
      get: (target, name) => {
        if (name === 'transaction') return transaction
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
    store: {
      ...store,
      put: (key, content, sha256) =>
        betweenPoints('writing', () =>
          store.put(key, Readable.from(watched('writing', content), { objectMode: false }), sha256),
        ),
      open: key => betweenPoints('opening', () => store.open(key)),
      pieces: key => watched('reading', store.pieces(key)),
      readRange: (key, range) => betweenPoints('reading', () => store.readRange(key, range)),
      stat: key => betweenPoints('looking', () => store.stat(key)),
      remove: key => betweenPoints('removing', () => store.remove(key)),
      list: prefix => betweenPoints('listing', () => store.list(prefix)),
    },
  }
}
