import { describe, expect, it } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { partUploadMachine, selectActivity, selectProgress } from '../../src/machines/part-upload/index.ts'
import { err, ok } from '../../src/machines/support/index.ts'
import { ended, grantOf, partInput, partUploadSpec } from '../../src/model/charts/partUpload.ts'
import { done, failed, journey, live } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const lost = new TypeError('fetch failed')
const pause = { type: 'xstate.after.pause.partUpload.waiting' }
const sent = done('sendPart', ok(null))

describe('an upload in parts', () => {
  isWalkedWhole(partUploadSpec)

  it('sends one part after the other, the last one shorter, and has the file put together', async () => {
    const walk = live(partUploadMachine, partInput)
    await walk.cause(done('requestParts', ok(grantOf())))
    const ranges: unknown[] = []
    for (let part = 0; part < 3; part++) {
      const { number, from, to } = walk.inputs().sendPart as { number: number; from: number; to: number }
      ranges.push([number, from, to])
      await walk.cause(sent)
    }
    expect(ranges).toEqual([
      [1, 0, 100],
      [2, 100, 200],
      [3, 200, 250],
    ])
    await walk.cause(done('completeParts', ok(null)))
    expect(walk.actor.getSnapshot().output).toEqual({ kind: 'stored' })
  })

  it('asks what has arrived after a lost network, and sends nothing twice', async () => {
    const walk = live(partUploadMachine, partInput)
    for (const event of [done('requestParts', ok(grantOf())), sent, failed('sendPart', lost)])
      await walk.cause(event)
    expect(walk.actor.getSnapshot().hasTag('waiting')).toBe(true)
    await walk.cause(pause)
    // The part whose answer was lost had arrived; the one that this page had sent need not be compared.
    await walk.cause(done('requestParts', ok(grantOf(1))))
    expect(walk.inputs()).toMatchObject({ sendPart: { number: 2 } })
    expect(selectProgress(walk.actor.getSnapshot())).toMatchObject({ sent: 100, total: 250 })
  })

  it('says what is being done with the file, and when the server is asked again', async () => {
    const walk = live(partUploadMachine, partInput)
    const activity = () => selectActivity(walk.actor.getSnapshot())
    const activities = [activity()]
    for (const event of [
      done('requestParts', ok(grantOf(1))),
      done('compareParts', true),
      failed('sendPart', lost),
      pause,
      done('requestParts', ok(grantOf(1, 2, 3))),
      done('compareParts', true),
    ]) {
      await walk.cause(event)
      activities.push(activity())
    }
    expect(activities).toEqual([
      'starting',
      'comparing',
      'sending',
      'waiting',
      'resuming',
      'comparing',
      'completing',
    ])
  })

  it('goes on at once when it is told to', async () => {
    const { value } = await journey(partUploadMachine, partInput, [
      failed('requestParts', lost),
      { type: 'CONTINUE' },
    ])
    expect(value).toBe('asking')
  })

  it('after a reload compares the file with what has arrived, and refuses another', async () => {
    const same = await journey(partUploadMachine, partInput, [
      done('requestParts', ok(grantOf(1, 3))),
      done('compareParts', true),
    ])
    expect(same.value).toBe('sending')
    const other = live(partUploadMachine, partInput)
    await other.cause(done('requestParts', ok(grantOf(1, 3))))
    await other.cause(done('compareParts', false))
    expect(other.actor.getSnapshot().output).toEqual({ kind: 'otherFile' })
  })

  it('waits longer each time, half a minute at most, and for ever where there is no network', async () => {
    const walk = live(partUploadMachine, partInput)
    for (let time = 0; time < 12; time++) {
      await walk.cause(failed('requestParts', lost))
      expect(walk.actor.getSnapshot().value).toBe('waiting')
      await walk.cause(pause)
    }
    expect(walk.actor.getSnapshot().context.attempts).toBe(12)
  })

  it('gives up a part that is refused five times, with the reason', async () => {
    const walk = live(partUploadMachine, partInput)
    await walk.cause(done('requestParts', ok(grantOf())))
    for (let time = 0; time < 4; time++) {
      await walk.cause(done('sendPart', err(ended)))
      await walk.cause(pause)
      await walk.cause(done('requestParts', ok(grantOf())))
    }
    await walk.cause(done('sendPart', err(ended)))
    expect(walk.actor.getSnapshot().output).toEqual({ kind: 'refused', problem: ended })
  })

  it('counts no lost network as a refusal: the upload would be cancelled for it', async () => {
    const walk = live(partUploadMachine, partInput)
    await walk.cause(done('requestParts', ok(grantOf())))
    const goesWrong = async (event: AnyEventObject) => {
      await walk.cause(event)
      expect(walk.actor.getSnapshot().value).toBe('waiting')
      await walk.cause(pause)
      await walk.cause(done('requestParts', ok(grantOf())))
    }
    const isLost = failed('sendPart', lost)
    const isRefused = done('sendPart', err(ended))
    for (const event of [isLost, isLost, isLost, isLost, isRefused, isRefused, isLost, isRefused, isRefused])
      await goesWrong(event)
    await walk.cause(isRefused)
    expect(walk.actor.getSnapshot().output).toEqual({ kind: 'refused', problem: ended })
  })

  it('begins to count anew where the refused part has arrived after all', async () => {
    const walk = live(partUploadMachine, partInput)
    await walk.cause(done('requestParts', ok(grantOf())))
    for (let time = 0; time < 4; time++) {
      await walk.cause(done('sendPart', err(ended)))
      await walk.cause(pause)
      await walk.cause(done('requestParts', ok(grantOf())))
    }
    await walk.cause(failed('sendPart', lost))
    await walk.cause(pause)
    await walk.cause(done('requestParts', ok(grantOf(1))))
    await walk.cause(done('compareParts', true))
    await walk.cause(done('sendPart', err(ended)))
    expect(walk.actor.getSnapshot().value).toBe('waiting')
  })
})
