import { decodeUtf8 } from './characters.ts'
import type { RawName, XmlName } from './names.ts'
import { INSTANCE_NAMESPACE } from './namespaces.ts'
import { predefinedEntities, referencedCodePoint } from './references.ts'
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

const normalise = (written: string): string =>
  written.replace(/\r\n|[\t\n\r]/g, ' ').replace(/&([^;]*);/g, (_, body: string) => {
    const entity = predefinedEntities.get(body)
    return entity ?? String.fromCodePoint(referencedCodePoint(body) ?? 0xfffd)
  })

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
    const { from, to, isPlain } = this.item(index)
    const written = decodeUtf8(this.bytes, from, to)
    return isPlain ? written : normalise(written)
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

  /** Whether the value equals its bytes in the file, to which `range` is then set. It does not if it contains a reference or a line break. */
  isInPlace(index: number, range: { bytes: Uint8Array; from: number; to: number }): boolean {
    const item = this.item(index)
    if (!item.isPlain) return false
    range.bytes = this.bytes
    range.from = item.from
    range.to = item.to
    return true
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
