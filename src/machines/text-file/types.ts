/** A file that the user picked to look at; it stays in the browser. */
export interface PickedTextFile {
  name: string
  /** Bytes. */
  size: number
  text: () => Promise<string>
}

/** Input of the actor `readText`. */
export interface ReadTextInput {
  file: PickedTextFile
}

/** What is looked at: its text, or why there is none. */
export type TextFile =
  | { name: string; text: string }
  | { name: string; problem: 'tooLarge' | 'unreadable'; limitBytes: number }

export interface TextFileContext {
  name: string
  text: string
}

export type TextFileEvent = { type: 'OPEN'; file: PickedTextFile } | { type: 'CLOSE' }
