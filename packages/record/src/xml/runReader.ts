import { FREE_LEAD, GT, LF, LT, NAME_BYTE, PRINTABLE_TEXT, SLASH, SPACE, TAB } from './characters.ts'
import { ContentReader } from './contentReader.ts'
import type { RawName, XmlName } from './names.ts'

/** Four spaces as the view reads them. */
const FOUR_SPACES = 0x20202020

/**
 * The fast path of the reader. Nearly all of a record is `<FIELD>value</FIELD>`, and tags of records without attributes,
 * with white space between; a run of these is read in one loop that guesses the next name from the last one and compares
 * four bytes at once. Whatever else comes up, the loop stops before it and the general path reads it, so that nothing is
 * decided here that is not decided there.
 */
export abstract class RunReader extends ContentReader {
  private last: RawName | null = null
  /** Bytes beyond the first of each character in the text that `afterText` has passed: in UTF-16 each of these is one unit. */
  private extraBytes = 0

  /** Whether white space here need not be told of. */
  protected abstract ignoresBlank(): boolean
  protected abstract tellLeaf(name: XmlName, from: number, to: number, isPrintable: boolean): void
  protected abstract tellStart(): void
  protected abstract tellEnd(): void

  /** Reads a run of plain tags and fields from the position on, which must be inside the root; moves the position. */
  protected run(): void {
    if (this.textLength > 0) return
    const { buffer, view } = this
    const printable = PRINTABLE_TEXT
    const longest = this.limits.text
    let { scope } = this
    let isSilent = this.ignoresBlank()
    let done = this.position
    for (;;) {
      let p = done
      let lines = 0
      let lineStart = 0
      let byte = buffer[p]!
      while (byte <= SPACE) {
        if (byte === LF) {
          lines++
          lineStart = ++p
          while (view.getInt32(p, true) === FOUR_SPACES) p += 4
        } else if (byte === SPACE || byte === TAB) p++
        else return
        byte = buffer[p]!
      }
      const open = p
      if (byte !== LT || open - done > longest) return
      if (buffer[open + 1] === SLASH) {
        if (this.depth < 2) return
        const closing = this.openRaw()
        const end = this.endOf(closing, open + 2)
        if (end < 0) return
        this.passBlank(done, open, lines, lineStart, isSilent)
        this.passName(closing)
        this.closeElement()
        this.tellEnd()
        this.leaveScope()
        scope = this.scope
        isSilent = this.ignoresBlank()
        done = end
        this.position = done
        continue
      }
      const raw = this.nameAt(open + 1)
      if (raw === undefined || raw.elementScope !== scope) return
      const from = open + 2 + raw.length
      p = from
      while (printable[buffer[p]!] === 1) p++
      const isPrintable = buffer[p]! < 0x80
      if (!isPrintable) p = this.afterText(p)
      if (buffer[p] === LT && buffer[p + 1] === SLASH) {
        const end = this.endOf(raw, p + 2)
        if (end < 0 || p - from > longest || this.depth >= this.limits.depth) return
        this.passBlank(done, open, lines, lineStart, isSilent)
        this.position = end
        this.tellLeaf(raw.element!, from, p, isPrintable)
        this.passName(raw)
        this.passName(raw)
        if (!isPrintable) {
          this.lineOrigin += this.extraBytes
          this.shrink += this.extraBytes
        }
        done = end
      } else {
        // Only white space or another tag makes it a record; any other text is for the general path.
        if (p > from || (buffer[p] !== LF && buffer[p] !== LT)) return
        this.passBlank(done, open, lines, lineStart, isSilent)
        this.openElementNamed(raw, raw.element!, scope)
        this.isSelfClosing = false
        this.passName(raw)
        this.tellStart()
        isSilent = this.ignoresBlank()
        done = from
        this.position = done
      }
      const { last } = this
      if (last !== null && last.follower !== raw) {
        last.otherFollower = last.follower
        last.follower = raw
      }
      this.last = raw
    }
  }

  /** Tells of the white space before a tag, where anybody asks, and marks the tag. */
  private passBlank(from: number, open: number, lines: number, lineStart: number, isSilent: boolean): void {
    if (!isSilent && open > from) {
      this.markToken(from)
      this.tell(this.buffer, from, open, true)
    }
    if (lines > 0) this.newLines(lines, lineStart)
    this.markToken(open)
    if (this.attributes.length > 0) this.attributes.clear(this.buffer)
  }

  /**
   * Position after printable ASCII and the characters of two and three bytes that need no look: those whose lead byte
   * allows every byte that may follow one (Unicode 15, table 3-7).
   */
  private afterText(start: number): number {
    const { buffer } = this
    let p = start
    let extra = 0
    for (;;) {
      const byte = buffer[p]!
      if (PRINTABLE_TEXT[byte] === 1) p++
      else if (FREE_LEAD[byte] === 0 || (buffer[p + 1]! & 0xc0) !== 0x80) break
      else if (byte < 0xe0) {
        p += 2
        extra++
      } else if ((buffer[p + 2]! & 0xc0) === 0x80) {
        p += 3
        extra += 2
      } else break
    }
    this.extraBytes = extra
    return p
  }

  /** Position after the name and ">" at the position, or -1 where anything else stands there. */
  private endOf(name: RawName, start: number): number {
    const { view } = this
    const words = name.words ?? name.prepare()
    const { tail, tailMask, length } = name
    let p = start
    for (let i = 0; i < words.length; i++) {
      if (view.getInt32(p, true) !== words[i]) return -1
      p += 4
    }
    return (view.getInt32(p, true) & tailMask) === tail ? start + length + 1 : -1
  }

  /** The known name at the position where ">" follows it, else undefined. */
  private nameAt(start: number): RawName | undefined {
    const { last, buffer } = this
    if (last !== null) {
      const { follower, otherFollower } = last
      if (follower !== null && this.endOf(follower, start) >= 0) return follower
      if (otherFollower !== null && this.endOf(otherFollower, start) >= 0) return otherFollower
    }
    let p = start
    let hash = 0
    let byte = buffer[p]!
    while (NAME_BYTE[byte] === 1) {
      hash = (Math.imul(hash, 31) + byte) | 0
      byte = buffer[++p]!
    }
    return byte === GT && p > start ? this.names.find(buffer, start, p, hash) : undefined
  }
}
