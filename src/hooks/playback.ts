import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { type PlaybackEvent, type PlaybackHistory, playbackMachine } from '../machines/playback/index.ts'
import { attached } from './running/index.ts'

export interface Playback {
  /** Position of the event that is looked at, from 1; 0 where nothing has happened. */
  at: number
  speed: number
  isPlaying: boolean
  send: (event: PlaybackEvent) => void
}

const usualSpeed = 100

/**
 * Looks back at a history. `at` comes from the address, undefined for the newest event; `onMove` tells where the playback
 * has come to rest, in the same way.
 */
export const usePlayback = (
  history: PlaybackHistory,
  at: number | undefined,
  onMove: (at: number | undefined) => void,
): Playback => {
  const actor = useActorRef(playbackMachine, { ...attached, input: { ...history, at, speed: usualSpeed } })
  const context = useSelector(actor, snapshot => snapshot.context)
  const isPlaying = useSelector(actor, snapshot => snapshot.hasTag('playing'))
  const tellAddress = useEffectEvent(onMove)
  // Before the actor starts, which writes at once what the address says otherwise.
  useLayoutEffect(() => {
    const writing = actor.on('playback.moved', place => tellAddress(place.at))
    return () => writing.unsubscribe()
  }, [actor])
  const key = JSON.stringify(history)
  useEffect(() => {
    actor.send({ type: 'HISTORY_CHANGED', history: JSON.parse(key) as PlaybackHistory })
  }, [actor, key])
  useEffect(() => actor.send({ type: 'ADDRESS_CHANGED', at }), [actor, at])
  return { at: context.at, speed: context.speed, isPlaying, send: event => actor.send(event) }
}
