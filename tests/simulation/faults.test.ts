import { describe, expect, it } from 'vitest'
import type { FaultKind, PlannedFault } from '../../scripts/simulation/faults.ts'
import type { Deed, Story } from '../../scripts/simulation/stories.ts'
import { runStory } from '../../scripts/simulation/story.ts'

const upload = { kind: 'upload', wait: 0, trouble: undefined, at: 'HISTORY', isSent: true } as const
const stores = ['folder', 's3'] as const
const complete = 'QUALITY_PROCESSING_COMPLETE'

const statusesOf = async (
  store: Story['store'],
  deeds: readonly Deed[],
  faults: readonly PlannedFault[],
): Promise<readonly string[]> => {
  const struck: string[] = []
  const { statuses } = await runStory({ disorder: 0, store, deeds, faults }, {}, struck)
  expect(struck).toHaveLength(faults.length)
  return statuses
}

const atStore = (kind: FaultKind, where: string, at = 1): PlannedFault => ({
  point: 'store',
  where,
  at,
  kind,
})

describe('a full disk', () => {
  it('ends the upload that it cannot take, and the next one goes through', async () => {
    const deeds = [upload, { ...upload, wait: 30_000 }]
    expect(await statusesOf('folder', deeds, [atStore('diskFull', 'store: receive')])).toEqual([
      'UPLOAD_ERROR',
      complete,
    ])
  })

  it('keeps no post from S3, and what is written in front of it is written when there is room again', async () => {
    expect(await statusesOf('s3', [upload], [atStore('diskFull', 'store: write a copy')])).toEqual([complete])
  })

  it.each(stores)('has a stage tried again until there is room (%s)', async store => {
    expect(await statusesOf(store, [upload], [atStore('diskFull', 'worker 1, store: write')])).toEqual([
      complete,
    ])
  })
})

describe('a store that is away', () => {
  it.each(stores)('has a stage tried again until it is there (%s)', async store => {
    expect(await statusesOf(store, [upload], [atStore('storeAway', 'store: read')])).toEqual([complete])
  })
})

describe('a store that answers wrongly', () => {
  it.each(['look for a post', 'seal', 'read', 'look', 'put', 'remove'])(
    'costs no file and no try: at %s',
    async step => {
      const fault = { ...atStore('storeLies', `store: ${step}`) }
      expect(await statusesOf('s3', [upload], [fault])).toEqual([complete])
    },
  )

  it('has a file sealed that nobody sent, where nobody compares it', async () => {
    const faults = [atStore('storeLies', 'store: look for a post')]
    const story = { disorder: 0, store: 's3', deeds: [upload], faults } as const
    await expect(runStory(story, { sealUnchecked: true })).rejects.toThrow('is not the one that was sent')
  })
})

describe('a write that ends in the middle, or is done and not answered', () => {
  const steps = ['write', 'put', 'write the hash']
  const kinds = ['storeHalfWritten', 'storeAnswerLost', 'killAfter'] as const
  it.each(steps.flatMap(step => kinds.map(kind => [kind, step] as const)))(
    'leaves no half of what a stage makes: %s at %s',
    async (kind, step) => {
      expect(await statusesOf('folder', [upload], [atStore(kind, `worker 1, store: ${step}`)])).toEqual([
        complete,
      ])
    },
  )

  it.each(['storeHalfWritten', 'storeAnswerLost', 'killAfter'] as const)(
    'leaves nothing in S3 that no submission has: %s',
    async kind => {
      expect(await statusesOf('s3', [upload], [atStore(kind, 'store: seal')])).toEqual([complete])
    },
  )
})

describe('a clock that jumps by an hour', () => {
  const kinds = ['clockForward', 'clockBack', 'clocksForward', 'clocksBack'] as const

  it.each(kinds)('takes no stage from its worker, and nothing else either: %s', async kind => {
    for (const at of [1, 20, 40, 60, 80])
      expect(
        await statusesOf('folder', [upload], [{ point: 'statement', where: 'worker 1', at, kind }]),
      ).toEqual([complete])
  })

  it.each(kinds)('leaves no upload open for ever: %s', async kind => {
    const isSent = false
    expect(await statusesOf('folder', [{ ...upload, isSent }], [{ point: 'commit', at: 1, kind }])).toEqual([
      'UPLOAD_ERROR',
    ])
  })
})

describe('a request', () => {
  it.each(['requestLost', 'requestTwice', 'requestLate', 'replyLost', 'replyLate'] as const)(
    'counts once: %s',
    async kind => {
      for (const at of [1, 2, 3])
        expect(await statusesOf('folder', [upload], [{ point: 'request', at, kind }])).toEqual([complete])
    },
  )
})
