import { useState } from 'react'

/** A file that is looked at: its text, or why there is none. */
export type TextFile =
  | { name: string; text: string }
  | { name: string; problem: 'tooLarge' | 'unreadable'; limitBytes: number }

/** More text than a person looks at; reading it would only hold the page up. */
const limitBytes = 10_000_000

/** A file that the user opened to look at; it stays in the browser and is forgotten with the screen. */
export const useTextFile = () => {
  const [file, setFile] = useState<TextFile>()
  const open = (picked: File): void => {
    const { name } = picked
    if (picked.size > limitBytes) setFile({ name, problem: 'tooLarge', limitBytes })
    else
      picked.text().then(
        text => setFile({ name, text }),
        // It was removed or changed after it was picked.
        () => setFile({ name, problem: 'unreadable', limitBytes }),
      )
  }
  return { file, open, close: () => setFile(undefined) }
}
