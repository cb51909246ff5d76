import { createReader, type XmlName } from 'bedel-record'
import type { Treatment } from '../analysis/index.ts'
import { ByteMemo } from './byteMemo.ts'
import { XmlOutput } from './output.ts'
import { type EntityPlan, type FieldPlan, numberOf, type RecordPlan } from './plan.ts'
import { type Pseudonyms, wordFor } from './pseudonyms.ts'

/** What tells of an output for which purpose, by which key and by which rules it was made. */
export interface OutputLabel {
  purpose: string
  keyId: string
  ruleset: string
}

/** Identifiers with their numbers: few as a list, many as a map. */
interface Numbered {
  list: string[]
  map: Map<string, number> | undefined
}

/** So many values are looked through one by one. */
const fewValues = 24

const numberIn = (numbered: Numbered, value: string): number => {
  const { list, map } = numbered
  const found = map ? (map.get(value) ?? 0) : list.indexOf(value) + 1
  if (found > 0) return found
  list.push(value)
  map?.set(value, list.length)
  if (!map && list.length > fewValues) numbered.map = new Map(list.map((one, at) => [one, at + 1]))
  return list.length
}

interface Open {
  plan: EntityPlan
  /** What was written for the entity's key, once it was read. */
  key: string
  /** The identifiers inside this entity that have numbers, by the plan of their field, in the order of their numbers. */
  numbered: Map<FieldPlan, Numbered> | undefined
}

/** One or two letters with a digit after them. */
const postcodeForm = /^ *[A-Za-z]{1,2}[0-9]/

const areaOf = (postcode: string): string | undefined => {
  if (!postcodeForm.test(postcode)) return undefined
  const trimmed = postcode.trimStart()
  return trimmed.slice(0, trimmed.charCodeAt(1) < 0x3a ? 1 : 2).toUpperCase()
}

const generalised = (
  value: string,
  { to }: Extract<Treatment, { kind: 'generalise' }>,
): string | undefined => {
  if (to === 'postcodeArea') return areaOf(value)
  return /^\d{4}-/.test(value) ? `${value.slice(0, 4)}-01-01` : undefined
}

/** An element that the plan does not know: the file is not of the schema that it was checked against. */
export class UnplannedElement extends Error {
  override readonly name = 'UnplannedElement'
  constructor(element: string) {
    super(`The element ${element} is not in the schema of this record.`)
  }
}

/** Follows a document through the plan and writes what becomes of it. */
class Pseudonymiser {
  readonly output: XmlOutput
  private readonly around: Open[] = []
  /** The entity that is open; undefined before the root. */
  private open: Open | undefined
  private field: FieldPlan | undefined
  private readonly text: Uint8Array[] = []
  /** Pseudonyms of identifiers that refer to records, by their kind. */
  private readonly references = new Map<string, ByteMemo>()
  private readonly plan: RecordPlan
  private readonly pseudonyms: Pseudonyms

  constructor(plan: RecordPlan, pseudonyms: Pseudonyms, label: OutputLabel) {
    this.plan = plan
    this.pseudonyms = pseudonyms
    this.output = new XmlOutput(
      `<?xml version="1.0" encoding="UTF-8"?>\n` +
        `<?pseudonymised purpose="${label.purpose}" key="${label.keyId}" ruleset="${label.ruleset}"?>`,
    )
  }

  get isInField(): boolean {
    return this.field !== undefined
  }

  startElement(name: XmlName): void {
    this.field = this.open?.plan.fields[numberOf(this.plan, name)]
    if (this.field) return
    const plan = this.entity(name)
    if (this.open || name.namespace === '') this.output.tag(plan.opening)
    else this.output.ascii(`\n<${name.local} xmlns="${name.namespace}">`)
    if (this.open) this.around.push(this.open)
    this.open = { plan, key: '', numbered: undefined }
  }

  private entity(name: XmlName): EntityPlan {
    const among = this.open ? this.open.plan.children : this.plan.roots
    const found = among[numberOf(this.plan, name)]
    if (!found) throw new UnplannedElement(name.local)
    return found
  }

  textPiece(bytes: Uint8Array, from: number, to: number): void {
    if (this.field) this.text.push(bytes.slice(from, to))
  }

  endElement(): void {
    const { field } = this
    if (field) {
      this.value(field, Buffer.concat(this.text).toString('utf8'))
      this.text.length = 0
      this.field = undefined
      return
    }
    if (this.open) this.output.tag(this.open.plan.closing)
    this.open = this.around.pop()
  }

  leaf(name: XmlName, bytes: Uint8Array, from: number, to: number): void {
    const plan = this.open?.plan
    const field = plan?.fields[numberOf(this.plan, name)]
    if (!field) {
      // An entity without content.
      const { opening, closing } = this.entity(name)
      this.output.tag(opening)
      this.output.tag(closing)
      return
    }
    const { treatment } = field
    if (treatment.kind === 'drop') return
    if (treatment.kind === 'keep' && !(field.isKey && plan?.needsKey)) {
      this.output.field(field, bytes, from, to)
    } else if (treatment.kind === 'pseudonym' && treatment.form === 'text' && !field.isKey && from < to) {
      const written = this.repeated(treatment, bytes, from, to)
      this.output.field(field, written, 0, written.length)
    } else this.value(field, asciiOf(bytes, from, to))
  }

  /** The pseudonym of what refers to a record: most have been asked for before. */
  private repeated(
    { identifier, form }: Extract<Treatment, { kind: 'pseudonym' }>,
    bytes: Uint8Array,
    from: number,
    to: number,
  ): Uint8Array {
    let memo = this.references.get(identifier)
    if (!memo) {
      memo = new ByteMemo()
      this.references.set(identifier, memo)
    }
    const found = memo.find(bytes, from, to)
    if (found) return found
    const written = utf8.encode(this.pseudonyms.of(identifier, form, asciiOf(bytes, from, to)))
    memo.keep(bytes, from, to, written)
    return written
  }

  private value(field: FieldPlan, value: string): void {
    const own = this.open
    if (!own) return
    // What is empty tells nothing, and stays for what it tells.
    const written = value === '' && field.treatment.kind !== 'drop' ? '' : this.treated(field, value, own)
    if (written === undefined) return
    if (field.isKey) own.key = written
    this.output.tag(field.opening)
    if (field.treatment.kind === 'keep') this.output.escaped(written)
    else this.output.ascii(written)
    this.output.tag(field.closing)
  }

  /** The value that is written; undefined where the field is left out. */
  private treated(field: FieldPlan, value: string, own: Open): string | undefined {
    const { treatment } = field
    switch (treatment.kind) {
      case 'keep':
        return value
      case 'drop':
        return undefined
      case 'pseudonym':
        return this.pseudonyms.of(treatment.identifier, treatment.form, value)
      case 'renumber':
        return this.number(field, value)
      case 'generalise':
        return generalised(value, treatment)
      case 'words':
        return wordFor(treatment.words, own.key)
    }
  }

  private number(field: FieldPlan, value: string): string {
    const parent = this.around.at(-1)
    if (!parent) throw new UnplannedElement(field.name)
    parent.numbered ??= new Map()
    let numbered = parent.numbered.get(field)
    if (!numbered) {
      numbered = { list: [], map: undefined }
      parent.numbered.set(field, numbered)
    }
    return String(numberIn(numbered, value))
  }
}

const utf8 = new TextEncoder()
const { latin1Slice } = Buffer.prototype

/** Printable ASCII as text; quicker than a decoder for a few bytes. */
const asciiOf = (bytes: Uint8Array, from: number, to: number): string => latin1Slice.call(bytes, from, to)

/**
 * The pseudonymised form of a record that is valid against its schema (decisions §13): valid against the same schema, every
 * field treated as the plan says, comments and instructions of the sender left out. Reads and writes piece by piece, so that
 * memory does not grow with the file. Throws XmlError where the file is not well-formed, UnplannedElement where it is of
 * another schema. `onBytes` hears how much was read.
 */
export async function* pseudonymise(
  source: AsyncIterable<Uint8Array>,
  plan: RecordPlan,
  pseudonyms: Pseudonyms,
  label: OutputLabel,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const writer = new Pseudonymiser(plan, pseudonyms, label)
  const reader = createReader({
    startElement: name => writer.startElement(name),
    text: (bytes, from, to) => writer.textPiece(bytes, from, to),
    endElement: () => writer.endElement(),
    leaf: (name, bytes, from, to) => writer.leaf(name, bytes, from, to),
    ignoresBlank: () => !writer.isInField,
  })
  for await (const piece of source) {
    reader.write(piece)
    onBytes(piece.length)
    yield* writer.output.taken()
  }
  reader.end()
  writer.output.ascii('\n')
  yield* writer.output.rest()
}
