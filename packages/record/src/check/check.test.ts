import { describe, expect, it } from 'vitest'
import { check, compile, type Finding } from '../index.ts'

const schema = await compile(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="list"><xs:complexType><xs:sequence>
    <xs:element name="count" type="xs:int" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`)

const listOf = (...values: readonly string[]): string =>
  `<list>${values.map(value => `<count>${value}</count>`).join('\n')}</list>`

describe('a check', () => {
  it('of a valid document says so', async () => {
    expect(await check(schema, listOf('1', '2'))).toMatchObject({
      valid: true,
      wellFormed: true,
      findings: [],
    })
  })

  it('gives each finding as it is found, also beyond the cap', async () => {
    const found: [line: number, bytesRead: number][] = []
    let bytesRead = 0
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (const text of ['<list><count>x</count>\n', '<count>y</count>\n', '</list>'])
        yield new TextEncoder().encode(text)
    }
    const result = await check(schema, chunks(), {
      findingsCap: 1,
      onFinding: ({ line }: Finding) => void found.push([line, bytesRead]),
      onProgress: bytes => {
        bytesRead = bytes
      },
    })
    expect(found).toEqual([
      [1, 0],
      [2, 23],
    ])
    expect(result).toMatchObject({ valid: false, wellFormed: true, findingsTotal: 2, bytes: 47 })
    expect(result.findings).toHaveLength(1)
  })

  it('of a document that is not well-formed ends there, with what was found before', async () => {
    const result = await check(schema, '<list><count>x</count></lost>')
    expect(result).toMatchObject({ valid: false, wellFormed: false, findingsTotal: 1 })
    expect(result.wellFormed || result.error).toMatchObject({ code: 'MISMATCHED_TAG', line: 1, column: 23 })
  })

  it('rejects when its signal aborts', async () => {
    await expect(check(schema, listOf('1'), { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  })

  it('rejects with what its source throws', async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull: controller => controller.error(new Error('Cut off.')),
    })
    await expect(check(schema, stream)).rejects.toThrow('Cut off.')
  })
})
