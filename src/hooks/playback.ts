import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
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
  // What the address says and who hears of a move, as of the last drawing: neither is a reason to move.
  const latest = useRef({ onMove, at })
  useEffect(() => {
    latest.current = { onMove, at }
  })
  const key = JSON.stringify(history)
  useEffect(() => {
    actor.send({ type: 'HISTORY_CHANGED', history: JSON.parse(key) as PlaybackHistory })
  }, [actor, key])
  // The address follows later than the playback moves: what it says then is an echo, and no wish to go back there.
  const told = useRef<(number | undefined)[]>([])
  useEffect(() => {
    const echo = told.current.lastIndexOf(at)
    told.current = told.current.slice(echo + 1)
    if (echo >= 0) return
    const { context: now } = actor.getSnapshot()
    const wanted = at ?? now.gaps.length
    if (wanted !== now.at && wanted > 0) actor.send({ type: 'GO', at: wanted })
  }, [actor, at])
  const position = context.at === context.gaps.length ? undefined : context.at
  useEffect(() => {
    const known = latest.current
    if (isPlaying || position === (told.current.length > 0 ? told.current.at(-1) : known.at)) return
    told.current.push(position)
    known.onMove(position)
  }, [position, isPlaying])
  return { at: context.at, speed: context.speed, isPlaying, send: event => actor.send(event) }
}
