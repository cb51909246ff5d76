import { ASCII_NAME, GT, LF, LT, PLAIN_TEXT, SLASH, SPACE, TAB } from './characters.ts'
import { ContentReader } from './contentReader.ts'
import type { RawName, XmlName } from './names.ts'

/**
 * The fast path of the reader. Most of a record is `<FIELD>value</FIELD>` with white space before it; a run of these is
 * read in one loop. Whatever else comes up, the loop stops before it and the general path reads it, so that nothing is
 * decided here that is not decided there.
 */
export abstract class LeafReader extends ContentReader {
  private last: RawName | null = null

  protected abstract tellBlank(from: number, to: number): void
  protected abstract tellLeaf(name: XmlName, from: number, to: number): void

  /** Reads leaves from the position on, which must be inside the root; gives the position after the last. */
  protected leaves(start: number): number {
    const { buffer, scope } = this
    const longest = this.limits.text
    if (this.textLength > 0 || this.depth >= this.limits.depth) return start
    let done = start
    for (;;) {
      let p = done
      let lines = 0
      let lineStart = 0
      let byte = buffer[p]!
      while (byte === SPACE || byte === LF || byte === TAB) {
        p++
        if (byte === LF) {
          lines++
          lineStart = p
        }
        byte = buffer[p]!
      }
      if (byte !== LT) return done
      const open = p
      const raw = this.nameAt(open + 1)
      if (raw === undefined || raw.elementScope !== scope) return done
      const from = open + 1 + raw.bytes.length + 1
      p = from
      while (PLAIN_TEXT[buffer[p]!] === 1) p++
      const to = p
      if (buffer[p] !== LT || buffer[p + 1] !== SLASH || to - from > longest || open - done > longest)
        return done
      const name = raw.bytes
      const length = name.length
      p += 2
      let i = 0
      while (i < length && buffer[p + i] === name[i]) i++
      if (i < length || buffer[p + i] !== GT) return done
      if (open > done) this.tellBlank(done, open)
      if (lines > 0) this.newLines(lines, lineStart)
      this.markToken(open)
      if (this.attributes.length > 0) this.attributes.clear(buffer)
      done = p + length + 1
      this.position = done
      this.tellLeaf(raw.element!, from, to)
      if (this.last !== null) this.last.follower = raw
      this.last = raw
    }
  }

  /** The known name at the position where ">" follows it, else undefined. */
  private nameAt(start: number): RawName | undefined {
    const { buffer } = this
    const guess = this.last?.follower
    if (guess != null) {
      const { bytes } = guess
      const { length } = bytes
      let i = 0
      while (i < length && buffer[start + i] === bytes[i]) i++
      if (i === length && buffer[start + length] === GT) return guess
    }
    let p = start
    let hash = 0
    let byte = buffer[p]!
    while (ASCII_NAME[byte] === 1) {
      hash = (Math.imul(hash, 31) + byte) | 0
      byte = buffer[++p]!
    }
    return byte === GT && p > start ? this.names.find(buffer, start, p, hash) : undefined
  }
}
