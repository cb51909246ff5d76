import { describe, expect, it } from 'vitest'
import { read, type Source, type XmlEvent } from './index.ts'

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const eventsOf = (source: Source, options?: Parameters<typeof read>[1]): Promise<XmlEvent[]> =>
  Array.fromAsync(read(source, options))

const xml = '<?xml version="1.0"?>\n<a xmlns="urn:a" p:k="v&amp;w" xmlns:p="urn:p">\n  <p:b/>é<!-- c -->x</a>'

async function* byteByByte(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (const byte of bytes) yield Uint8Array.of(byte)
}

const sources: Record<string, () => Source> = {
  'a text': () => xml,
  bytes: () => utf8(xml),
  'a Blob': () => new Blob([utf8(xml)]),
  'a stream of the web': () => new Blob([utf8(xml)]).stream(),
  'an async iterable, byte by byte': () => byteByByte(utf8(xml)),
}

describe('events of a document', () => {
  it.each(Object.entries(sources))('are the same from %s, with places', async (_, source) => {
    const a = { name: 'a', namespace: 'urn:a', local: 'a' }
    const b = { name: 'p:b', namespace: 'urn:p', local: 'b' }
    expect(await eventsOf(source())).toEqual([
      {
        type: 'start',
        ...a,
        attributes: [{ name: 'p:k', namespace: 'urn:p', local: 'k', value: 'v&w' }],
        line: 2,
        column: 1,
        byte: 22,
      },
      { type: 'text', text: '\n  ', line: 2, column: 48, byte: 69 },
      { type: 'start', ...b, attributes: [], line: 3, column: 3, byte: 72 },
      { type: 'end', ...b, line: 3, column: 3, byte: 72 },
      { type: 'text', text: 'éx', line: 3, column: 9, byte: 78 },
      { type: 'end', ...a, line: 3, column: 21, byte: 91 },
    ])
  })

  it('come before the fault of a document that is not well-formed', async () => {
    const seen: string[] = []
    const reading = async (): Promise<void> => {
      for await (const { type } of read(byteByByte(utf8('<a>text</b>')))) seen.push(type)
    }
    await expect(reading()).rejects.toMatchObject({ code: 'MISMATCHED_TAG', line: 1, column: 8, byte: 7 })
    expect(seen).toEqual(['start'])
  })

  it('come of a text whatever encoding it declares', async () => {
    expect(await eventsOf('<?xml version="1.0" encoding="UTF-16"?><a/>')).toHaveLength(2)
  })

  it('come after a document type declaration only if it may be passed over', async () => {
    const declared = '<!DOCTYPE a SYSTEM "a.dtd"><a/>'
    await expect(eventsOf(declared)).rejects.toMatchObject({ code: 'DOCTYPE_NOT_ALLOWED' })
    expect(await eventsOf(declared, { doctype: 'skip' })).toHaveLength(2)
  })

  it('keep to limits that are given', async () => {
    await expect(eventsOf('<a><b/></a>', { limits: { depth: 1 } })).rejects.toMatchObject({
      code: 'LIMIT_DEPTH',
    })
  })
})

describe('a source', () => {
  it('is cancelled when the reading ends early', async () => {
    let isCancelled = false
    const stream = new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(utf8('<a></a>'.slice(0, 3))),
      cancel: () => {
        isCancelled = true
      },
    })
    for await (const _ of read(stream)) break
    expect(isCancelled).toBe(true)
  })

  it('that does not answer is left when the signal aborts', async () => {
    const stream = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) })
    const controller = new AbortController()
    const reading = eventsOf(stream, { signal: controller.signal })
    controller.abort(new Error('Enough.'))
    await expect(reading).rejects.toThrow('Enough.')
  })

  it('in memory leaves other work its turn, so that a signal is heard', async () => {
    const source = `<a>${'<b/>'.repeat(2_000_000)}</a>`
    const signal = AbortSignal.timeout(100)
    await expect(eventsOf(source, { signal })).rejects.toThrow('timeout')
  })
})
