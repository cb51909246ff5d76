import { expect, it } from 'vitest'
import { oneAfterAnother } from './oneAfterAnother.ts'

it('does one piece of work after another, also behind one that fails', async () => {
  const inTurn = oneAfterAnother()
  const did: string[] = []
  const first = Promise.withResolvers<string>()
  const answers = [
    inTurn(() => {
      did.push('first')
      return first.promise
    }),
    inTurn(async () => {
      did.push('second')
      throw new Error('second')
    }),
    inTurn(async () => {
      did.push('third')
      return 'third'
    }),
  ]
  const ended = Promise.allSettled(answers)
  // Behind everything that waits for nothing.
  await new Promise(resolve => setImmediate(resolve))
  expect(did).toEqual(['first'])
  first.resolve('first')
  expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(did).toEqual(['first', 'second', 'third'])
  expect([await answers[0], await answers[2]]).toEqual(['first', 'third'])
})
