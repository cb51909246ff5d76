import { describe, expect, it } from 'vitest'
import { noticesMachine } from '../../src/machines/notices/index.ts'
import { noticesSpec } from '../../src/model/charts/notices.ts'
import { done, failed, live } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

describe('notices', () => {
  isWalkedWhole(noticesSpec)

  it('asks what is unread when a notice arrives and after a loss, and forgets nothing that was read while it was told', async () => {
    const walk = live(noticesMachine, { unread: 2 })
    const unread = () => walk.actor.getSnapshot().context.unread
    await walk.cause({ type: 'NOTICE_GIVEN' })
    expect(unread()).toBe(2)
    await walk.cause(done('count', { unread: 3 }))
    expect(unread()).toBe(3)
    await walk.cause({ type: 'REFRESH' })
    await walk.cause(failed('count', new TypeError('fetch failed')))
    expect(unread()).toBe(3)
    await walk.cause({ type: 'REFRESH' })
    await walk.cause({ type: 'NOTICE_GIVEN' })
    await walk.cause(done('count', { unread: 4 }))
    expect(unread()).toBe(4)
    await walk.cause({ type: 'READ', ids: ['a'] })
    await walk.cause({ type: 'READ', ids: ['b'] })
    expect(walk.inputs()).toEqual({ mark: { ids: ['a', 'b'] } })
    await walk.cause(done('mark', { unread: 2 }))
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.unread]).toEqual([{ counting: 'known', marking: 'resting' }, 2])
  })
})
