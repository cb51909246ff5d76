import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useState } from 'react'
import type {
  ValidatePageEvent,
  ValidatePageInput,
  ValidatePageMachine,
  ValidatePageSnapshot,
} from '../machines/validate-page/index.ts'
import type { FileText } from '../services/file-check/lineIndex.ts'
import type { FileRegistry } from '../services/fileRegistry.ts'
import { attached } from './running/index.ts'

/** What the page /validate works with. It is outside the signed-in application and has none of its services. */
export interface ValidateServices {
  machine: ValidatePageMachine
  input: ValidatePageInput
  files: FileRegistry
  /** The text of a file that was checked; undefined before. */
  text: (id: string) => FileText | undefined
  saveBlob: (fileName: string, blob: Blob) => void
  /** Loads the page for signing in, which leads back here. */
  goToSignIn: () => void
}

export interface ValidatePage {
  snapshot: ValidatePageSnapshot
  send: (event: ValidatePageEvent) => void
  /** Takes files that were dropped or browsed. */
  pick: (files: readonly File[]) => void
}

/** The page /validate: its chart, and what was chosen. */
export const useValidatePage = ({ machine, input, files, goToSignIn }: ValidateServices): ValidatePage => {
  const actor = useActorRef(machine, { ...attached, input })
  useEffect(() => {
    const { unsubscribe } = actor.on('validatePage.signIn', goToSignIn)
    return unsubscribe
  }, [actor, goToSignIn])
  return {
    snapshot: useSelector(actor, current => current),
    send: event => actor.send(event),
    pick: picked => actor.send({ type: 'FILES_CHOSEN', files: picked.map(files.add) }),
  }
}

export interface RowTarget {
  row: number
  key: string
}

/**
 * The row of a text to bring into sight: that of a byte, whenever `key` is another, until somebody asks for a line. Undefined until
 * it is found.
 */
export const useRowTarget = (
  text: FileText,
  byte: number,
  key: string,
): { target: RowTarget | undefined; goToLine: (line: number) => void } => {
  const [target, setTarget] = useState<RowTarget | undefined>()
  useEffect(() => {
    let isPast = false
    // The text itself reports a file that cannot be read any more.
    text
      .rowOfByte(byte)
      .catch(() => 0)
      .then(row => {
        if (!isPast) setTarget({ row, key })
      })
    return () => {
      isPast = true
    }
  }, [text, byte, key])
  const goToLine = useCallback(
    (line: number) => {
      text
        .rowOfLine(line)
        .catch(() => 0)
        .then(row => setTarget({ row, key: `line ${line} ${performance.now()}` }))
    },
    [text],
  )
  return { target, goToLine }
}
