import { useState } from 'react'
import { largestRecording, type ReadRecording, readRecording } from '../../domain/recording.ts'

/** A recording that was opened from a file, with the file's name. */
export type OpenedRecording = ReadRecording & { name: string }

/** The recording that somebody opened last; undefined for none. */
export const useOpenedRecording = () => {
  const [opened, setOpened] = useState<OpenedRecording>()
  return {
    opened,
    open: async (file: File): Promise<void> => {
      const read: ReadRecording =
        file.size > largestRecording ? { ok: false, fault: 'tooLarge' } : readRecording(await file.text())
      setOpened({ ...read, name: file.name })
    },
    close: (): void => setOpened(undefined),
  }
}
