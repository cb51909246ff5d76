import { useCallback, useState, useSyncExternalStore } from 'react'
import { useServicesContext } from '../services.ts'
import { createLiveRecording, type ShownRecording } from './liveRecording.ts'
import { recordActors } from './recordActors.ts'

export interface RecordingHandle extends ShownRecording {
  pause: () => void
  resume: () => void
}

/** The actors of this page, recorded as long as the component that asks is drawn. */
export const useOwnActors = (): RecordingHandle => {
  const { now } = useServicesContext()
  const [recording] = useState(createLiveRecording)
  const subscribe = useCallback(
    (listener: () => void) => {
      const stopRecording = recordActors(now, entry => recording.add([entry]))
      const unsubscribe = recording.subscribe(listener)
      return () => {
        stopRecording()
        unsubscribe()
        recording.clear()
      }
    },
    [now, recording],
  )
  const shown = useSyncExternalStore(subscribe, recording.current)
  return { ...shown, pause: recording.pause, resume: recording.resume }
}
