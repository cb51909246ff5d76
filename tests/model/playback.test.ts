import { describe, expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { playbackMachine } from '../../src/machines/playback/index.ts'
import { playbackInput, playbackSpec } from '../../src/model/charts/playback.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

describe('playback', () => {
  isWalkedWhole(playbackSpec)

  const start = (change: Partial<typeof playbackInput> = {}) => {
    const clock = new SimulatedClock()
    const actor = createActor(playbackMachine, { input: { ...playbackInput, ...change }, clock }).start()
    return { actor, clock, at: () => actor.getSnapshot().context.at }
  }

  it('plays at a multiple of real time and rests at the newest event', () => {
    const { actor, clock, at } = start({ gaps: [0, 1000, 20_000], speed: 10 })
    actor.send({ type: 'PLAY' })
    clock.increment(99)
    expect(at()).toBe(1)
    clock.increment(1)
    expect(at()).toBe(2)
    clock.increment(1999)
    expect(actor.getSnapshot().matches('playing')).toBe(true)
    clock.increment(1)
    expect([at(), actor.getSnapshot().value]).toEqual([3, 'resting'])
  })

  it('stops where it was asked to', () => {
    const { actor, clock, at } = start({ gaps: [0, 10, 10, 10], stops: [3] })
    actor.send({ type: 'PLAY' })
    clock.increment(60)
    clock.increment(60)
    expect([at(), actor.getSnapshot().value]).toEqual([3, 'resting'])
  })

  it('goes on playing while the history grows', () => {
    const { actor, clock, at } = start({ gaps: [0, 1000, 1000], at: 1, speed: 10 })
    actor.send({ type: 'PLAY' })
    clock.increment(100)
    actor.send({ type: 'HISTORY_CHANGED', history: { gaps: [0, 1000, 1000, 1000], stops: [] } })
    clock.increment(100)
    clock.increment(100)
    expect([at(), actor.getSnapshot().value]).toEqual([4, 'resting'])
  })

  it('follows a history that grows only for who looks at its newest event', () => {
    const longer = { gaps: [0, 1, 2, 3], stops: [] }
    const newest = start({ at: undefined })
    newest.actor.send({ type: 'HISTORY_CHANGED', history: longer })
    expect(newest.at()).toBe(4)
    const earlier = start({ at: 2 })
    earlier.actor.send({ type: 'HISTORY_CHANGED', history: longer })
    expect(earlier.at()).toBe(2)
  })

  it('tells the address where it rests, not where it plays', () => {
    const { actor, clock } = start({ gaps: [0, 1000, 1000], speed: 10 })
    const told: (number | undefined)[] = []
    actor.on('playback.moved', place => told.push(place.at))
    actor.send({ type: 'NEXT' })
    expect(told).toEqual([2])
    actor.send({ type: 'ADDRESS_CHANGED', at: 2 })
    actor.send({ type: 'FIRST' })
    actor.send({ type: 'ADDRESS_CHANGED', at: 1 })
    actor.send({ type: 'PLAY' })
    clock.increment(100)
    expect(told).toEqual([2, 1])
    clock.increment(100)
    expect(told).toEqual([2, 1, undefined])
  })

  it('goes where the address leads, but takes a late echo for what it is', () => {
    const { actor, at } = start({ gaps: [0, 1, 1, 1], at: 1 })
    actor.send({ type: 'GO', at: 2 })
    actor.send({ type: 'GO', at: 3 })
    actor.send({ type: 'ADDRESS_CHANGED', at: 2 })
    expect(at()).toBe(3)
    actor.send({ type: 'ADDRESS_CHANGED', at: 3 })
    actor.send({ type: 'ADDRESS_CHANGED', at: 1 })
    expect(at()).toBe(1)
    actor.send({ type: 'ADDRESS_CHANGED', at: undefined })
    expect(at()).toBe(4)
  })
})
