import { describe, expect, it } from 'vitest'
import { liveFeedMachine } from '../../src/machines/live-feed/index.ts'
import { liveFeedSpec, messageOf } from '../../src/model/charts/liveFeed.ts'
import { journey } from '../../src/model/live.ts'
import { notingParent, parent } from '../../src/model/parent.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const provider = { parent, channel: { id: '0001', carries: 'oneInstitution' } } as const
const agency = { parent, channel: { id: 'bedel', carries: 'manyInstitutions' } } as const
const opened = (sequence: number, instId = '0001') => ({ type: 'LIVE_OPENED', instId, sequence })
const follow = (seen: number | undefined) => ({ type: 'FOLLOW', channel: provider.channel, seen })
const message = (sequence: number, instId?: string) => ({
  type: 'LIVE_MESSAGE',
  message: messageOf(sequence, instId),
})
const empty = (sequence: number) => ({ type: 'LIVE_EMPTY', instId: '0001', sequence })
const passedOn = (sequence: number, instId?: string) => ({
  type: 'live.message',
  message: messageOf(sequence, instId),
})
const refresh = { type: 'live.refresh' }
const lost = { type: 'LIVE_LOST' }
const paused = { type: 'xstate.after.backoff.liveFeed.following.waiting' }
/** The connection is lost, and another is being made after a pause. */
const lostAndBack = [lost, paused]
const silent = { type: 'xstate.after.silence.liveFeed.following.open.connected' }
const woken = (by: string) => ({ type: 'WOKEN', by })

describe('live feed', () => {
  isWalkedWhole(liveFeedSpec)

  it('hears of a release that is later than the page, and keeps that when another server is of the earlier one', async () => {
    const ofPage = { ...provider, release: '1.9.0' }
    const greeted = (release: string) => ({ ...opened(3), release })
    const later = await journey(liveFeedMachine, ofPage, [
      greeted('1.9.0'),
      ...lostAndBack,
      greeted('1.10.0'),
      ...lostAndBack,
      greeted('1.9.0'),
    ])
    expect(later.context.laterRelease).toBe('1.10.0')
    const earlier = await journey(liveFeedMachine, ofPage, [greeted('1.8.0')])
    expect(earlier.context.laterRelease).toBeUndefined()
  })

  it('asks for everything afresh once the first connection stands', async () => {
    const { value, emitted } = await journey(liveFeedMachine, provider, [opened(3)])
    expect(value).toEqual({ following: { open: 'connected' } })
    expect(emitted).toEqual([refresh])
  })

  it('asks for nothing again where nothing was sent since the session was made', async () => {
    const { value, emitted, context } = await journey(liveFeedMachine, { parent }, [
      follow(3),
      opened(3),
      message(4),
    ])
    expect(value).toEqual({ following: { open: 'connected' } })
    expect(emitted).toEqual([passedOn(4)])
    expect(context.seen).toBe(4)
  })

  it.each([
    ['something was sent since the session was made', [follow(3), opened(4)]],
    ['it is not known what was sent before', [follow(undefined), opened(3)]],
    ['the connection was lost since', [follow(3), opened(3), ...lostAndBack, opened(3)]],
  ])('asks for everything afresh where %s', async (_, events) => {
    const { emitted } = await journey(liveFeedMachine, { parent }, events)
    expect(emitted).toEqual([refresh])
  })

  it('tells the application of what it tells the pages', async () => {
    const { parent, received } = notingParent()
    await journey(liveFeedMachine, { ...provider, parent }, [opened(3), message(4), message(6)])
    expect(received).toEqual([
      { type: 'MESSAGES_MISSED' },
      { type: 'MESSAGE_ARRIVED', message: messageOf(4) },
      { type: 'MESSAGE_ARRIVED', message: messageOf(6) },
      { type: 'MESSAGES_MISSED' },
    ])
  })

  it('passes messages on in order', async () => {
    const { emitted, context } = await journey(liveFeedMachine, provider, [opened(3), message(4), message(5)])
    expect(emitted).toEqual([refresh, passedOn(4), passedOn(5)])
    expect(context.seen).toBe(5)
  })

  it.each([
    ['twice', message(4)],
    ['out of order', message(2)],
    ['of another institution', message(5, '0002')],
  ])('does not take a message that comes %s', async (_, unwanted) => {
    const start = [opened(3), message(4)]
    await expect(journey(liveFeedMachine, provider, [...start, unwanted])).rejects.toThrow('does not take')
  })

  it('asks for everything afresh after a gap, and goes on from there', async () => {
    const { value, emitted } = await journey(liveFeedMachine, provider, [
      opened(3),
      message(6),
      message(7),
      message(8),
    ])
    expect(value).toEqual({ following: { open: 'connected' } })
    expect(emitted).toEqual([refresh, passedOn(6), refresh, passedOn(7), passedOn(8)])
  })

  it('counts what is not for this person, and tells nobody of it', async () => {
    const { emitted, context } = await journey(liveFeedMachine, provider, [
      opened(3),
      empty(4),
      empty(5),
      message(6),
    ])
    expect(emitted).toEqual([refresh, passedOn(6)])
    expect(context.seen).toBe(6)
  })

  it('asks for everything afresh where something was missed before what is not for this person', async () => {
    const { emitted, context } = await journey(liveFeedMachine, provider, [opened(3), empty(5), message(6)])
    expect(emitted).toEqual([refresh, refresh, passedOn(6)])
    expect(context.seen).toBe(6)
  })

  it('asks for everything afresh after a loss, even when nothing was sent meanwhile', async () => {
    const { value, emitted } = await journey(liveFeedMachine, provider, [
      opened(3),
      ...lostAndBack,
      opened(3),
    ])
    expect(value).toEqual({ following: { open: 'connected' } })
    expect(emitted).toEqual([refresh, refresh])
  })

  it('follows every institution on the channel of an agency', async () => {
    const { emitted } = await journey(liveFeedMachine, agency, [
      opened(10, 'bedel'),
      message(11, '0001'),
      message(12, '0003'),
    ])
    expect(emitted).toEqual([refresh, passedOn(11, '0001'), passedOn(12, '0003')])
  })

  it('starts its count anew on another channel', async () => {
    const { context, value } = await journey(liveFeedMachine, provider, [
      opened(3),
      { type: 'FOLLOW', channel: { id: '0002', carries: 'oneInstitution' } },
    ])
    expect(value).toEqual({ following: { open: 'connecting' } })
    expect(context.seen).toBeUndefined()
  })

  it.each([
    ['asks for everything afresh, for a message is missed', 'wrongShape', [refresh, refresh]],
    ['changes nothing where it is of a kind that only a later release knows', 'unknownType', [refresh]],
  ])('reports what could not be used, and %s', async (_, reason, refreshes) => {
    const { parent, received } = notingParent()
    const { value, emitted } = await journey(liveFeedMachine, { ...provider, parent }, [
      opened(3),
      { type: 'LIVE_INVALID', reason },
    ])
    expect(value).toEqual({ following: { open: 'connected' } })
    expect(emitted).toEqual(refreshes)
    const [first, ...missed] = refreshes.map(() => ({ type: 'MESSAGES_MISSED' }))
    expect(received).toEqual([first, { type: 'FRAME_UNUSABLE', reason }, ...missed])
  })

  it('gives up a connection on which the server has been silent for 75 s', async () => {
    const after = await journey(liveFeedMachine, provider, [opened(3), silent])
    expect(after.value).toEqual({ following: 'waiting' })
    const again = await journey(liveFeedMachine, provider, [opened(3), silent, paused, opened(3)])
    expect([again.value, again.emitted]).toEqual([{ following: { open: 'connected' } }, [refresh, refresh]])
  })

  it.each([
    ['seen again', 'sight', { following: { open: 'connected' } }],
    ['given its network back', 'network', { following: { open: 'connecting' } }],
    ['woken with a clock that jumped', 'clock', { following: { open: 'connecting' } }],
  ])('asks for everything when the page is %s', async (_, by, expected) => {
    const { value, emitted } = await journey(liveFeedMachine, provider, [opened(3), woken(by)])
    expect([value, emitted]).toEqual([expected, [refresh, refresh]])
  })

  it('asks for nothing a third time where the new connection of a woken page has missed nothing', async () => {
    const { emitted } = await journey(liveFeedMachine, provider, [opened(3), woken('clock'), opened(3)])
    expect(emitted).toEqual([refresh, refresh])
  })

  it('does not wait out the pause after a loss when the page wakes', async () => {
    const { value } = await journey(liveFeedMachine, provider, [opened(3), lost, woken('sight')])
    expect(value).toEqual({ following: { open: 'reconnecting' } })
  })
})
