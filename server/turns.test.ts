import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ProblemError } from '../src/domain/problem.ts'
import { createTurns } from './turns.ts'

const most = { atOnce: 3, atOnceOfOne: 2, waiting: 3, waitingOfOne: 2 }

/** Takes turns and notes who has begun, in order. */
const takers = () => {
  const turns = createTurns(most)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (by: string, name: string): Promise<void> =>
    turns.take(by).then(end => {
      begun.push(name)
      ends.set(name, end)
    })
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await setImmediate()
  }
  return { begun, take, end }
}

it('lets so many begin at once, and of one person fewer; the others follow in order', async () => {
  const { begun, take, end } = takers()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void take(name[0] ?? '', name)
  await setImmediate()
  // The third of one person waits, and holds up nobody behind it.
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
})

it('counts an end once, however often it is said', async () => {
  const { begun, take, end } = takers()
  for (const name of ['a1', 'b1', 'c1', 'd1', 'e1']) void take(name[0] ?? '', name)
  await setImmediate()
  await end('a1')
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'c1', 'd1'])
})

it('refuses where too many wait, and of one person where too many of that one do', async () => {
  const { begun, take, end } = takers()
  const refused = { problem: { kind: 'unavailable', status: 503 } }
  for (const name of ['a1', 'a2', 'a3', 'a4']) void take('a', name)
  await expect(take('a', 'a5')).rejects.toMatchObject(refused)
  for (const name of ['b1', 'b2']) void take('b', name)
  await expect(take('c', 'c1')).rejects.toBeInstanceOf(ProblemError)
  await setImmediate()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  void take('c', 'c2')
  for (const name of ['a2', 'b1', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'b2', 'c2'])
})
