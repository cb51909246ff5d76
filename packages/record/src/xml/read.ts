import { decodeUtf8 } from './characters.ts'
import { createReader } from './createReader.ts'
import type { XmlLimits } from './limits.ts'
import type { XmlName } from './names.ts'
import type { ReaderHandlers, XmlReader } from './reader.ts'
import { chunksOf, type Source } from './source.ts'
import type { XmlPlace } from './xmlError.ts'

export interface ReadOptions {
  /** Ends the reading: what was started rejects with the reason of the signal. */
  readonly signal?: AbortSignal
  readonly limits?: Partial<XmlLimits>
  /** What becomes of a document type declaration: an error, as by default, or passed over. Its entities stay unknown. */
  readonly doctype?: 'refuse' | 'skip'
}

/** A name as written, and what it means by the namespaces in force. */
interface Named {
  /** As written, with its prefix. */
  readonly name: string
  /** Empty where there is none. */
  readonly namespace: string
  readonly local: string
}

export interface XmlAttribute extends Named {
  readonly value: string
}

export interface StartEvent extends Named, XmlPlace {
  readonly type: 'start'
  /** Without declarations of namespaces. */
  readonly attributes: readonly XmlAttribute[]
}

/** All text between two tags, white space and CDATA sections included. It is at the first character. */
export interface TextEvent extends XmlPlace {
  readonly type: 'text'
  readonly text: string
}

export interface EndEvent extends Named, XmlPlace {
  readonly type: 'end'
}

export type XmlEvent = StartEvent | TextEvent | EndEvent

/** The limits that options ask for. */
export const limitsOf = ({ limits, doctype }: ReadOptions): Partial<XmlLimits> => ({
  ...limits,
  ...(doctype === undefined ? {} : { allowsDoctype: doctype === 'skip' }),
})

const named = ({ qualified, namespace, local }: XmlName): Named => ({ name: qualified, namespace, local })

/** Collects events until they are taken. A text that the reader gives in pieces becomes one event. */
class EventCollector implements ReaderHandlers {
  private events: XmlEvent[] = []
  private content = ''
  private place: XmlPlace | undefined

  /** The events since the last call. The text at the end waits for the tag that ends it. */
  take(): readonly XmlEvent[] {
    const taken = this.events
    this.events = []
    return taken
  }

  startElement(name: XmlName, { currentAttributes: list, currentPlace }: XmlReader): void {
    this.endText()
    const attributes = Array.from({ length: list.length }, (_, index) => ({
      ...named(list.name(index)),
      value: list.value(index),
    }))
    this.events.push({ type: 'start', ...named(name), attributes, ...currentPlace })
  }

  text(bytes: Uint8Array, from: number, to: number, _isBlank: boolean, { currentPlace }: XmlReader): void {
    this.place ??= currentPlace
    this.content += decodeUtf8(bytes, from, to)
  }

  endElement(name: XmlName, { currentPlace }: XmlReader): void {
    this.endText()
    this.events.push({ type: 'end', ...named(name), ...currentPlace })
  }

  buffersMove(): void {}

  private endText(): void {
    if (this.place === undefined) return
    this.events.push({ type: 'text', text: this.content, ...this.place })
    this.content = ''
    this.place = undefined
  }
}

/**
 * The elements and texts of a document as they are read, in constant memory. Comments and processing instructions are passed
 * over. Throws XmlError where the document is not well-formed, the reason of the signal, and whatever the source throws.
 */
export async function* read(source: Source, options: ReadOptions = {}): AsyncGenerator<XmlEvent> {
  const collector = new EventCollector()
  const reader = createReader(collector, limitsOf(options))
  for await (const chunk of chunksOf(source, options.signal)) {
    reader.write(chunk)
    yield* collector.take()
  }
  reader.end()
  yield* collector.take()
}
