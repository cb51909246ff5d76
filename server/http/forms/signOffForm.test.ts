import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { signOffForm } from './signOffForm.ts'

const form = {
  providerName: 'Prifysgol Tŷ Ddewi',
  instId: '0003',
  ukprn: '10000003',
  collectionName: 'Student 2023/24',
  collectionReference: '23056',
  fileName: 'ŵŷŴŶ <img onerror>.xml',
  fileHash: 'a'.repeat(64),
  submittedAt: '2024-10-01T08:00:00Z',
  approvedAt: null,
  studentCount: 1234,
  made: new Date('2024-11-05T12:00:00Z'),
}

/** Code points that the fonts of a PDF can give back as text. */
const mappedCharacters = (pdf: Buffer): Set<string> => {
  const found = new Set<string>()
  const text = pdf.toString('latin1')
  for (const match of text.matchAll(/stream\n([\s\S]*?)\nendstream/g)) {
    let content: string
    try {
      content = inflateSync(Buffer.from(match[1] ?? '', 'latin1')).toString('latin1')
    } catch {
      continue
    }
    if (!content.includes('begincmap')) continue
    for (const code of content.matchAll(/<([0-9a-f]{4})>/gi))
      found.add(String.fromCodePoint(Number.parseInt(code[1] ?? '0', 16)))
  }
  return found
}

describe('sign-off form', () => {
  it('is a PDF of one page that keeps the letters of Welsh', async () => {
    const pdf = await buffer(signOffForm(form))
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    const characters = mappedCharacters(pdf)
    expect([...'ŵŷŴŶ'].filter(letter => !characters.has(letter))).toEqual([])
  })
})
