import { expect, test } from 'vitest'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import type { SharedFile } from '../analysis/index.ts'
import { createPagesDatabase } from './pagesDatabase.ts'

const started = () => {
  const opened: string[] = []
  const closed: SharedFile[] = []
  const database = createPagesDatabase(folder => {
    opened.push(folder)
    const file: SharedFile = {
      get: () => Promise.reject(new Error('Nothing is read here.')),
      close: async () => void closed.push(file),
    }
    return file
  })
  const fail = (error: Error) => database.use('/pages', () => Promise.reject(error))
  return { database, opened, closed, fail }
}

const same = async (file: SharedFile) => file

test('is opened once for all who read', async () => {
  const { database, opened, closed } = started()
  const [one, other] = await Promise.all([database.use('/pages', same), database.use('/pages', same)])
  expect(other).toBe(one)
  expect([opened, closed]).toEqual([['/pages'], []])
})

test('stays after a refusal', async () => {
  const { database, fail, opened, closed } = started()
  const refusal = new ProblemError(problem('not-found', message('problems', 'noRule')))
  await expect(fail(refusal)).rejects.toBe(refusal)
  await database.use('/pages', same)
  expect([opened.length, closed.length]).toEqual([1, 0])
})

test('is another one after a fault, and is closed when its last reader has left', async () => {
  const { database, fail, closed } = started()
  const { promise, resolve } = Promise.withResolvers<void>()
  const reading = database.use('/pages', async file => {
    await promise
    return file
  })
  await expect(fail(new Error('fatal'))).rejects.toThrow('fatal')
  const next = await database.use('/pages', same)
  expect(closed).toEqual([])
  resolve()
  const first = await reading
  expect(next).not.toBe(first)
  expect(closed).toEqual([first])
})
