import { useState } from 'react'

export interface TextFile {
  name: string
  text: string
}

/** A file that the user opened to look at; it stays in the browser and is forgotten with the screen. */
export const useTextFile = () => {
  const [file, setFile] = useState<TextFile>()
  return {
    file,
    open: (picked: File) => void picked.text().then(text => setFile({ name: picked.name, text })),
    close: () => setFile(undefined),
  }
}
