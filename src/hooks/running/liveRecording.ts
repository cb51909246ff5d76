import { type RecordedEntry, shortened } from '../../domain/recording.ts'

/** New entries are shown together, so often, in ms: React draws a burst once. */
const shownEveryMs = 50

/** A recording that grows. */
export interface ShownRecording {
  entries: readonly RecordedEntry[]
  isPaused: boolean
  /** Entries that have come since the pause. */
  waiting: number
}

const empty: ShownRecording = { entries: [], isPaused: false, waiting: 0 }

/** Collects entries and shows them in bursts. While it is paused it goes on collecting. */
export const createLiveRecording = () => {
  let collected: readonly RecordedEntry[] = []
  let arriving: RecordedEntry[] = []
  let shown = empty
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const show = (): void => {
    timer = undefined
    const waiting = shown.isPaused ? shown.waiting + arriving.length : 0
    collected = shortened([...collected, ...arriving])
    arriving = []
    shown = { ...shown, waiting, entries: shown.isPaused ? shown.entries : collected }
    for (const listener of listeners) listener()
  }

  const setPaused = (isPaused: boolean): void => {
    clearTimeout(timer)
    shown = { ...shown, isPaused }
    show()
  }

  return {
    add: (entries: readonly RecordedEntry[]): void => {
      arriving.push(...entries)
      timer ??= setTimeout(show, shownEveryMs)
    },
    pause: (): void => setPaused(true),
    resume: (): void => setPaused(false),
    /** Drops everything. */
    clear: (): void => {
      clearTimeout(timer)
      timer = undefined
      collected = []
      arriving = []
      shown = empty
    },
    /** The same object until something is shown. */
    current: (): ShownRecording => shown,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
export type LiveRecording = ReturnType<typeof createLiveRecording>
