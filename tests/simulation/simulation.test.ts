import { describe, expect, it } from 'vitest'
import { simulate, toldOf } from './simulate.ts'
import { type PutIn, runStory, type Story } from './story.ts'

const seeds = Array.from({ length: 100 }, (_, at) => at + 1)
const upload = { kind: 'upload', wait: 0, trouble: undefined, at: 'HISTORY', isSent: true } as const
const next = { kind: 'next', wait: 30_000 } as const

describe('the simulated installation', () => {
  it('takes a submission from the upload to its history when nothing goes wrong', async () => {
    const deeds = [upload, next, next, next, next, next]
    const { statuses, events } = await runStory({ disorder: 0, store: 'folder', deeds, faults: [] })
    expect(statuses).toEqual(['HISTORY_DATA_PASSED'])
    // The request, the file, the start and end of seven stages, the end of processing, five by people, two of the history.
    expect(events).toBe(24)
  })

  it('keeps what is specified in a hundred seeds of disorder and faults', async () => {
    const stories: string[] = []
    for (const seed of seeds) {
      const failure = await simulate(seed)
      if (failure) stories.push(toldOf(failure).join('\n'))
    }
    expect(stories).toEqual([])
  })

  it('tells the same story of a seed each time', async () => {
    const told = async () =>
      toldOf((await simulate(19, { gapIgnored: true })) ?? expect.fail('nothing is found'))
    expect(await told()).toEqual(await told())
  })
})

/** Faults that seeds have found in the product, each by its shortest story. */
const mended: Record<string, Story> = {
  'keeps the file that another process has found before the one that received it could tell of it': {
    disorder: 0,
    store: 'folder',
    deeds: [upload],
    faults: [
      { point: 'store', at: 1, kind: 'killBefore' },
      { point: 'store', at: 3, kind: 'pause' },
    ],
  },
  'reads live messages again when the connection was cut under it and no other message follows': {
    disorder: 0,
    store: 'folder',
    deeds: [upload],
    faults: [{ point: 'statement', at: 551, kind: 'cut' }],
  },
}

describe('what the simulator has found', () => {
  it.each(Object.entries(mended))('%s', async (_, story) => {
    const struck: string[] = []
    await runStory(story, {}, struck)
    expect(struck).toHaveLength(story.faults.length)
  })
})

describe('a fault that is put into the system', () => {
  const putIn: Record<keyof PutIn, RegExp> = {
    noFencingToken: /is stored by attempt 1, though attempt 2 has taken over/,
    noIdempotencyKey: /has two jobs/,
    messageBeforeCommit: /a message tells of event 1 of submission 1, which is not decided/,
    leaseNeverExpires: /stays at \w+ for ever/,
    sealNotAtomic: /the file of submission \d is not the one that was sent/,
    gapIgnored: /browser \d shows submission \d at \w+, the server says/,
  }

  it.each(Object.entries(putIn) as [keyof PutIn, RegExp][])(
    '%s is found within a hundred seeds',
    async (fault, reason) => {
      for (const seed of seeds) {
        const failure = await simulate(seed, { [fault]: true })
        if (!failure) continue
        expect(failure.reason).toMatch(reason)
        expect(toldOf(failure).length).toBeLessThanOrEqual(8)
        return
      }
      expect.fail('no seed finds it')
    },
  )
})
