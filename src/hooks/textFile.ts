import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { type TextFile, textFileMachine, textFileOf } from '../machines/text-file/index.ts'
import { attached } from './running/index.ts'

export type { TextFile } from '../machines/text-file/index.ts'

export interface TextFileHandle {
  file: TextFile | undefined
  open: (picked: File) => void
  close: () => void
}

/** A file that the user opened to look at; it stays in the browser and is forgotten with the screen. */
export const useTextFile = (): TextFileHandle => {
  const actor = useActorRef(textFileMachine, attached)
  const snapshot = useSelector(actor, current => current)
  return {
    file: useMemo(() => textFileOf(snapshot), [snapshot]),
    open: file => actor.send({ type: 'OPEN', file }),
    close: () => actor.send({ type: 'CLOSE' }),
  }
}
