import { AMP, CR, decodeUtf8, LF, SEMICOLON, SPACE, TAB } from './characters.ts'
import type { RawName, XmlName } from './names.ts'
import { INSTANCE_NAMESPACE } from './namespaces.ts'
import { characterUtf8, predefinedAt, referencedCodePoint } from './references.ts'
import type { XmlPlace } from './xmlError.ts'

/** Where an attribute begins, as the reader counts; its place is worked out where somebody asks. */
export interface AttributeStart {
  start: number
  line: number
  origin: number
  shrink: number
}

interface Attribute extends AttributeStart {
  raw: RawName
  name: XmlName | null
  from: number
  to: number
  /** Whether the value holds neither a reference nor a whitespace character other than a space. */
  isPlain: boolean
}

/** A range of bytes. */
interface ByteRange {
  bytes: Uint8Array
  from: number
  to: number
}

/** The attributes of the start tag just read; valid during `startElement` only. */
export class AttributeList {
  /** Whether any of them is of the namespace of xsi:type and xsi:nil. */
  hasInstance = false
  /** For the reader: whether any declares a namespace, and whether any has a prefix. */
  hasDeclarations = false
  hasPrefixes = false
  /** The first `length` of them are those of the tag; the others are used again. */
  private readonly items: Attribute[] = []
  private count = 0
  private bytes: Uint8Array = new Uint8Array(0)
  private normalised: Uint8Array = new Uint8Array(256)
  private readonly range: ByteRange = { bytes: this.bytes, from: 0, to: 0 }
  private readonly placeOf: (start: AttributeStart) => XmlPlace

  constructor(placeOf: (start: AttributeStart) => XmlPlace) {
    this.placeOf = placeOf
  }

  get length(): number {
    return this.count
  }

  name(index: number): XmlName {
    const { name } = this.item(index)
    if (name === null) throw new RangeError(`There is no attribute ${index}.`)
    return name
  }

  /** Value after normalisation (XML 1.0 §3.3.3, as for CDATA attributes). */
  value(index: number): string {
    const { range } = this
    this.valueBytes(index, range)
    return decodeUtf8(range.bytes, range.from, range.to)
  }

  place(index: number): XmlPlace {
    return this.placeOf(this.item(index))
  }

  /** Value of the attribute with this name, or undefined. */
  find(namespace: string, local: string): string | undefined {
    if (namespace === INSTANCE_NAMESPACE && !this.hasInstance) return undefined
    for (let i = 0; i < this.count; i++) {
      const { name } = this.items[i]!
      if (name?.local === local && name.namespace === namespace) return this.value(i)
    }
    return undefined
  }

  /** Sets `range` to the value as UTF-8; valid until the next value is read. */
  valueBytes(index: number, range: ByteRange): void {
    const { from, to, isPlain } = this.item(index)
    range.bytes = isPlain ? this.bytes : this.normalised
    range.from = isPlain ? from : 0
    range.to = isPlain ? to : this.normalise(from, to)
  }

  /** Writes a value with references or line breaks to `normalised`, which is never longer; returns its length. */
  private normalise(from: number, to: number): number {
    const { bytes, normalised } = this
    let length = 0
    for (let p = from; p < to; p++) {
      const byte = bytes[p]!
      if (byte === AMP) {
        const entity = predefinedAt(bytes, p)
        const end = entity === undefined ? bytes.indexOf(SEMICOLON, p) : p + entity.written.length - 1
        const character =
          entity?.bytes ?? characterUtf8(referencedCodePoint(decodeUtf8(bytes, p + 1, end)) ?? 0xfffd)
        normalised.set(character, length)
        length += character.length
        p = end
      } else if (byte !== CR || bytes[p + 1] !== LF)
        normalised[length++] = byte === TAB || byte === LF || byte === CR ? SPACE : byte
    }
    return length
  }

  private item(index: number): Attribute {
    const item = index < this.count ? this.items[index] : undefined
    if (item === undefined) throw new RangeError(`There is no attribute ${index}.`)
    return item
  }

  /** For the reader: forgets the last tag's attributes. */
  clear(bytes: Uint8Array): void {
    this.bytes = bytes
    if (this.count === 0) return
    this.count = 0
    this.hasInstance = false
    this.hasDeclarations = false
    this.hasPrefixes = false
  }

  /** For the reader: adds an attribute as scanned. */
  add(raw: RawName, from: number, to: number, isPlain: boolean, at: AttributeStart): void {
    const { start, line, origin, shrink } = at
    const known = this.items[this.count]
    if (known === undefined)
      this.items.push({ raw, name: null, from, to, isPlain, start, line, origin, shrink })
    else {
      known.raw = raw
      known.name = null
      known.from = from
      known.to = to
      known.isPlain = isPlain
      known.start = start
      known.line = line
      known.origin = origin
      known.shrink = shrink
    }
    this.count++
    if (!isPlain && to - from > this.normalised.length) this.normalised = new Uint8Array((to - from) * 2)
    if (raw.isDeclaration) this.hasDeclarations = true
    else if (raw.prefix !== '') this.hasPrefixes = true
  }

  /** For the reader: name as written. */
  raw(index: number): RawName {
    return this.item(index).raw
  }

  /** For the reader: takes away the namespace declarations, which are no attributes to a consumer. */
  dropDeclarations(): void {
    let kept = 0
    for (let i = 0; i < this.count; i++) {
      const item = this.items[i]!
      if (item.raw.isDeclaration) continue
      this.items[i] = this.items[kept]!
      this.items[kept++] = item
    }
    this.count = kept
  }

  /** For the reader: sets the name once namespaces are known. */
  resolve(index: number, name: XmlName): void {
    this.item(index).name = name
    if (name.namespace === INSTANCE_NAMESPACE) this.hasInstance = true
  }
}
