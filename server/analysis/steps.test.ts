import { expect, test } from 'vitest'
import type { Database } from './database.ts'
import { runSteps, type Step } from './steps.ts'

/** Connections that only have names, and what runs on them. */
const connection = (name: string) => ({ name }) as unknown as Database
const connections = [connection('one'), connection('other')]

/** Lets everything that waits for nothing else go on. */
const turn = () => new Promise(resolve => setImmediate(resolve))

/** Steps that note when they begin and end; `work` says what one does meanwhile. */
const noted = () => {
  const running = new Set<string>()
  const begun: string[] = []
  const step = (
    name: string,
    reads: readonly string[],
    work: (others: ReadonlySet<string>) => Promise<void> = async () => undefined,
  ): Step => ({
    reads: new Set(reads),
    makes: [name],
    run: async () => {
      const others = new Set(running)
      running.add(name)
      begun.push(name)
      try {
        await turn()
        await work(others)
      } finally {
        running.delete(name)
      }
    },
  })
  return { begun, running, step }
}

test('what does not read each other is done side by side, and what most waits for comes first', async () => {
  const { begun, step } = noted()
  const together: string[][] = []
  const seen = (name: string) => async (others: ReadonlySet<string>) =>
    void together.push([...others, name].sort())
  const done: string[] = []
  await runSteps(
    connections,
    [
      step('last', ['first', 'second', 'not of this ruleset'], seen('last')),
      step('apart', [], seen('apart')),
      step('second', ['first'], seen('second')),
      step('first', [], seen('first')),
    ],
    ({ makes }) => done.push(...makes),
  )
  expect(begun).toEqual(['first', 'apart', 'second', 'last'])
  expect(done.toSorted()).toEqual(['apart', 'first', 'last', 'second'])
  expect(together).toContainEqual(['apart', 'first'])
})

test('what finds no room beside another is done again alone, and what reads it after that', async () => {
  const { begun, step } = noted()
  const crowded = async (others: ReadonlySet<string>) => {
    if (others.size > 0) throw new Error('Out of Memory Error: no room')
  }
  await runSteps(connections, [
    step('small', []),
    step('large', [], crowded),
    step('larger', ['large']),
    step('beside', ['small']),
  ])
  expect(begun.filter(name => name === 'large')).toHaveLength(2)
  expect(begun.at(-1)).toBe('larger')
})

test('what finds no room alone ends all, as does any other fault, when nothing runs any more', async () => {
  for (const [fault, times] of [
    ['Out of Memory Error: no room', 2],
    ['Binder Error: unknown', 1],
  ] as const) {
    const { begun, running, step } = noted()
    const faulty = async () => {
      throw new Error(fault)
    }
    const slow = async () => {
      await turn()
      await turn()
    }
    const steps = [step('faulty', [], faulty), step('slow', [], slow), step('never', ['faulty'])]
    await expect(runSteps(connections, steps)).rejects.toThrow(fault)
    expect(running.size).toBe(0)
    expect(begun.filter(name => name === 'faulty')).toHaveLength(times)
    expect(begun).not.toContain('never')
  }
})

test('what is done otherwise when it has all to itself is done so only then', async () => {
  const { step } = noted()
  const alone: string[] = []
  const inParts = (name: string, work?: (others: ReadonlySet<string>) => Promise<void>): Step => ({
    ...step(name, [], work),
    alone: async () => void alone.push(name),
  })
  const crowded = async () => {
    throw new Error('Out of Memory Error: no room')
  }
  await runSteps(connections, [inParts('small'), inParts('large', crowded)])
  expect(alone).toEqual(['large'])
})
