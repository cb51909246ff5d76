import { decodeUtf8 } from './characters.ts'
import type { RawName, XmlName } from './names.ts'
import { predefinedEntities, referencedCodePoint } from './references.ts'
import type { XmlPlace } from './xmlError.ts'

interface Attribute {
  raw: RawName
  name: XmlName | null
  from: number
  to: number
  /** Whether the value holds a reference or a whitespace character other than a space. */
  isPlain: boolean
  place: XmlPlace
}

const normalise = (written: string): string =>
  written.replace(/\r\n|[\t\n\r]/g, ' ').replace(/&([^;]*);/g, (_, body: string) => {
    const entity = predefinedEntities.get(body)
    return entity ?? String.fromCodePoint(referencedCodePoint(body) ?? 0xfffd)
  })

/** The attributes of the start tag just read; valid during `startElement` only. */
export class AttributeList {
  private readonly items: Attribute[] = []
  private bytes: Uint8Array = new Uint8Array(0)

  get length(): number {
    return this.items.length
  }

  name(index: number): XmlName {
    const name = this.items[index]?.name
    if (name == null) throw new RangeError(`There is no attribute ${index}.`)
    return name
  }

  /** Value after normalisation (XML 1.0 §3.3.3, as for CDATA attributes). */
  value(index: number): string {
    const item = this.items[index]
    if (item === undefined) throw new RangeError(`There is no attribute ${index}.`)
    const written = decodeUtf8(this.bytes, item.from, item.to)
    return item.isPlain ? written : normalise(written)
  }

  place(index: number): XmlPlace {
    const item = this.items[index]
    if (item === undefined) throw new RangeError(`There is no attribute ${index}.`)
    return item.place
  }

  /** Value of the attribute with this name, or undefined. */
  find(namespace: string, local: string): string | undefined {
    const index = this.items.findIndex(({ name }) => name?.local === local && name.namespace === namespace)
    return index < 0 ? undefined : this.value(index)
  }

  /** For the reader: forgets the last tag's attributes. */
  clear(bytes: Uint8Array): void {
    if (this.items.length > 0) this.items.length = 0
    this.bytes = bytes
  }

  /** For the reader: adds an attribute as scanned. */
  add(raw: RawName, from: number, to: number, isPlain: boolean, place: XmlPlace): void {
    this.items.push({ raw, name: null, from, to, isPlain, place })
  }

  /** For the reader: name as written. */
  raw(index: number): RawName {
    const item = this.items[index]
    if (item === undefined) throw new RangeError(`There is no attribute ${index}.`)
    return item.raw
  }

  /** For the reader: takes away the namespace declarations, which are no attributes to a consumer. */
  dropDeclarations(): void {
    let kept = 0
    for (const item of this.items) {
      if (item.raw.text !== 'xmlns' && item.raw.prefix !== 'xmlns') this.items[kept++] = item
    }
    this.items.length = kept
  }

  /** For the reader: sets the name once namespaces are known. */
  resolve(index: number, name: XmlName): void {
    const item = this.items[index]
    if (item !== undefined) item.name = name
  }
}
