import type { XmlName } from './names.ts'
import type { XmlReader } from './reader.ts'

/** What the reader tells while it reads. Ranges of bytes are valid until `buffersMove` or the next event. */
export interface ReaderHandlers {
  /** A start tag; its attributes and place can be asked of `reader` during the call. */
  startElement(name: XmlName, reader: XmlReader): void
  /** Character data as it reads (references resolved, line ends normalised), perhaps in several pieces. */
  text(bytes: Uint8Array, from: number, to: number, isBlank: boolean, reader: XmlReader): void
  endElement(name: XmlName, reader: XmlReader): void
  /**
   * A whole element without attributes and with printable ASCII only, told at once because it is by far the commonest.
   * Where it is left out, `startElement`, `text` and `endElement` are told instead.
   */
  leaf?(name: XmlName, bytes: Uint8Array, from: number, to: number, reader: XmlReader): void
  /** Whether white space between tags need not be told here; asked after each start and end tag. */
  ignoresBlank?(): boolean
  /** The bytes handed out before are about to move: copy what is still needed. */
  buffersMove(): void
}
