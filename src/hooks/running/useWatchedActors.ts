import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Problem, toProblem } from '../../domain/problem.ts'
import { entriesAmong } from '../../domain/recording.ts'
import { isSupportWatched } from '../../domain/supportSession.ts'
import {
  endSupportSession,
  joinSupportSession,
  readSupportEntries,
  type SupportSessionWire,
} from '../../domain/wire/supportSessions.ts'
import { useServicesContext } from '../services.ts'
import { createLiveRecording } from './liveRecording.ts'

/** Pause after a fault, in ms, before it is asked again. */
const pauseMs = 1000

/** Looks on at the browser of a person who has given their code. */
export const useWatchedActors = () => {
  const { api } = useServicesContext()
  const [recording] = useState(createLiveRecording)
  const [code, setCode] = useState('')
  const [session, setSession] = useState<SupportSessionWire>()
  const [problem, setProblem] = useState<Problem>()
  const shown = useSyncExternalStore(recording.subscribe, recording.current)
  const id = session?.id
  const isLive = session !== undefined && isSupportWatched(session.state)

  useEffect(() => {
    if (id === undefined || !isLive) return
    const over = new AbortController()
    const { signal } = over
    const follow = async (): Promise<void> => {
      let after = 0
      while (!signal.aborted) {
        try {
          const query = { after: String(after) }
          const read = await api.call(readSupportEntries, { path: { sessionId: id }, query, signal })
          if (signal.aborted) return
          if (!read.ok) return setProblem(read.problem)
          recording.add(entriesAmong(read.value.entries))
          after = read.value.last
          if (!isSupportWatched(read.value.session.state)) return setSession(read.value.session)
        } catch {
          await new Promise(resolve => setTimeout(resolve, pauseMs))
        }
      }
    }
    void follow()
    return () => over.abort()
  }, [api, recording, id, isLive])

  const take = async (answer: ReturnType<typeof api.call<typeof joinSupportSession>>): Promise<void> => {
    try {
      const taken = await answer
      setProblem(taken.ok ? undefined : taken.problem)
      if (taken.ok) setSession(taken.value)
    } catch (error) {
      setProblem(toProblem(error))
    }
  }

  return {
    code,
    setCode,
    session,
    isLive,
    problem,
    recording: { ...shown, pause: recording.pause, resume: recording.resume },
    join: (): Promise<void> => {
      recording.clear()
      return take(api.call(joinSupportSession, { body: { code } }))
    },
    end: async (): Promise<void> => {
      if (id !== undefined) await take(api.call(endSupportSession, { path: { sessionId: id } }))
    },
    /** Back to the actors of this browser. */
    leave: (): void => {
      setSession(undefined)
      setProblem(undefined)
      setCode('')
    },
  }
}
export type WatchedActors = ReturnType<typeof useWatchedActors>
