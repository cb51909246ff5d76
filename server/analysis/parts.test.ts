import { expect, test } from 'vitest'
import type { Database } from './database.ts'
import { withRoom } from './parts.ts'
import type { Rows } from './ruleset/compileRule.ts'

/** A database whose entity has ten rows. */
const database = { row: async () => ({ last: 10 }) } as unknown as Database
const noRoom = new Error('Out of Memory Error: failed to pin block')

/** The numbers of the rows in each part. */
const rowsIn = (parts: readonly Rows[]): number[][] =>
  parts.map(({ after, to }) => Array.from({ length: to - after }, (_, at) => after + 1 + at))

test('what finds no room is done in more parts, in which every row is once and in its order', async () => {
  const tried: number[] = []
  const done = await withRoom(database, 'Student', 1, async parts => {
    tried.push(parts.length)
    if (parts.some(({ after, to }) => to - after > 1)) throw noRoom
    return rowsIn(parts).flat()
  })
  expect(tried).toEqual([1, 4, 16])
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('what finds no room in the smallest parts, or fails otherwise, is a fault', async () => {
  const tried: number[] = []
  const fail = (fault: Error) =>
    withRoom(database, 'Student', 1, async parts => {
      tried.push(parts.length)
      throw fault
    })
  await expect(fail(noRoom)).rejects.toBe(noRoom)
  expect(tried).toEqual([1, 4, 16, 64])
  const unknown = new Error('There is no such column.')
  await expect(fail(unknown)).rejects.toBe(unknown)
  expect(tried).toEqual([1, 4, 16, 64, 1])
})
