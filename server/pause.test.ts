import { expect, it } from 'vitest'
import { createPause } from './pause.ts'

class Silence extends Error {}

/** A part that answers, is silent or refuses, on a clock that moves by hand; `asked` counts who has reached it. */
const scene = () => {
  let at = 0
  const part = { mood: 'silent' as 'silent' | 'answers' | 'refuses', asked: 0 }
  const pause = createPause({
    isSilence: error => error instanceof Silence,
    refusal: () => new Error('not asked'),
    now: () => at,
  })
  const reach = async (): Promise<string> => {
    part.asked += 1
    if (part.mood === 'silent') throw new Silence('no answer')
    if (part.mood === 'refuses') throw new Error('refused')
    return 'answer'
  }
  return {
    part,
    ask: () => pause.ask(reach).catch((error: Error) => error.message),
    look: () => pause.look(reach).catch((error: Error) => error.message),
    pass: (ms: number) => {
      at += ms
    },
  }
}

it('is asked no more for a second after it was silent, then by one, and after each silence for twice as long', async () => {
  const { part, ask, pass } = scene()
  expect(await ask()).toBe('no answer')
  expect([await ask(), await ask()]).toEqual(['not asked', 'not asked'])
  pass(1000)
  expect(await ask()).toBe('no answer')
  pass(1999)
  expect(await ask()).toBe('not asked')
  pass(1)
  expect(await ask()).toBe('no answer')
  for (const ms of [4000, 8000, 15_000, 15_000]) {
    pass(ms - 1)
    expect(await ask()).toBe('not asked')
    pass(1)
    expect(await ask()).toBe('no answer')
  }
  expect(part.asked).toBe(7)
})

it('is asked by everybody again once it has answered, be it a refusal', async () => {
  for (const mood of ['answers', 'refuses'] as const) {
    const { part, ask, pass } = scene()
    await ask()
    pass(1000)
    part.mood = mood
    const answer = mood === 'answers' ? 'answer' : 'refused'
    expect([await ask(), await ask()]).toEqual([answer, answer])
  }
})

it('is asked by one alone after a pause, whose answer the others wait out', async () => {
  const { part, ask, pass } = scene()
  await ask()
  pass(1000)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['no answer', 'not asked', 'not asked'])
  expect(part.asked).toBe(2)
})

it('counts the silence that many have met at once as one', async () => {
  const { ask, pass } = scene()
  expect(await Promise.all(Array.from({ length: 50 }, ask))).toEqual(Array(50).fill('no answer'))
  pass(1000)
  expect(await ask()).toBe('no answer')
})

it('is found to be back by a look, at once', async () => {
  const { part, ask, look } = scene()
  await ask()
  part.mood = 'answers'
  expect(await ask()).toBe('not asked')
  expect(await look()).toBe('answer')
  expect(await ask()).toBe('answer')
})
