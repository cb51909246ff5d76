/** What changes the direction of what follows it and is not seen itself. */
const bidirectionalControls = /\p{Bidi_Control}/gu

const codeOf = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

/**
 * The name of a file as people read it, with its bidirectional controls as codes: drawn as they are, `a‹U+202E›lmx.exe` would read
 * `aexe.xml` (faults 7). Calls name the file as it was sent.
 */
export const shownFileName = (name: string): string => name.replace(bidirectionalControls, codeOf)
