import { decodeUtf8 } from '../xml/characters.ts'
import type { XmlReader } from '../xml/reader.ts'
import type { XmlPlace } from '../xml/xmlError.ts'
import { shown } from './finding.ts'

/** Characters kept of a text: more than a message shows. */
const kept = 256

/** Position of the first byte that is not white space; `to` where there is none. */
export const firstInk = (bytes: Uint8Array, from: number, to: number): number => {
  for (let p = from; p < to; p++) {
    const byte = bytes[p]!
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x09 && byte !== 0x0d) return p
  }
  return to
}

/**
 * Text that stands where none may be, told in any number of pieces and quoted as one: where the reader's bytes were cut
 * must not show in a finding. Keeps the beginning only, so that memory stays constant.
 */
export class StrayText {
  /** Where its first character that is not white space stands, else where it begins. */
  place: XmlPlace
  private text = ''

  constructor(place: XmlPlace) {
    this.place = place
  }

  /** Takes a piece that the reader has just told of; it ends between two characters. */
  add(bytes: Uint8Array, from: number, to: number, reader: XmlReader): void {
    if (this.text.length >= kept) return
    const ink = this.text === '' ? firstInk(bytes, from, to) : from
    if (ink === to) return
    if (this.text === '') this.place = reader.placeInText(bytes, ink)
    // No character of UTF-8 has more than four bytes: a longer piece would stay in memory as a whole.
    this.text = (this.text + decodeUtf8(bytes, ink, Math.min(to, ink + 4 * kept))).slice(0, kept)
  }

  /** What a message shows of it; empty where it is white space only. */
  shown(): string {
    return shown(this.text.trim())
  }
}
