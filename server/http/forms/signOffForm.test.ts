import { buffer } from 'node:stream/consumers'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { compareForm, formFields } from '../../../src/domain/formCheck.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { signOffForm } from './signOffForm.ts'
import { issuedValues, type SignOffForm } from './signOffFormOf.ts'

const form: SignOffForm = {
  providerName: 'Prifysgol Tŷ Ddewi',
  instId: '0003',
  ukprn: '10000003',
  collectionName: 'Student 2023/24',
  collectionReference: '23056',
  fileName: 'ŵŷŴŶ <img onerror>.xml',
  fileHash: '0123456789abcdef'.repeat(4),
  submittedAt: '2024-10-01T08:00:00Z',
  approvedAt: '2024-12-03T15:30:00Z',
  record: {
    id: 'student',
    name: 'Student',
    words: { unit: 'student', units: 'students', sub: 'engagement', subs: 'engagements' },
    parts: ['counts'],
  },
  studentCount: 1234,
  made: new Date('2024-11-05T12:00:00Z'),
}

/** A node of the structure that is read out. */
interface StructureNode {
  role?: string
  children?: StructureNode[]
}

/** The lines of each page; a value that is broken over two lines is put together. */
const pagesOf = async (value: SignOffForm, language: Language = 'en'): Promise<string[][]> => {
  const pdf = await getDocumentProxy(new Uint8Array(await buffer(signOffForm(value, language))))
  const { text } = await extractText(pdf, { mergePages: false })
  return text.map(page => page.replace(/(?<=[\da-f]{40})\n(?=[\da-f]+$)/m, '').split('\n'))
}

describe('sign-off form', () => {
  it('says on one page who signs what: provider, file, transaction, dates in London, count', async () => {
    const pages = await pagesOf(form)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toEqual(
      expect.arrayContaining([
        'Provider Prifysgol Tŷ Ddewi (0003)',
        'UKPRN 10000003',
        'Collection 23056 Student 2023/24',
        'File name ŵŷŴŶ <img onerror>.xml',
        'Transaction (file hash) 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
        'Submitted 01/10/2024 09:00',
        'Approved 03/12/2024 15:30',
        'Student count 1,234',
        'Name',
        'Role',
        'Signature',
        'Date',
      ]),
    )
    expect(pages[0]?.at(-1)).toContain('Form created on 05 November 2024.')
  })

  it('has every row that a returned form is compared with, as a reader of PDF finds it', async () => {
    const text = (await pagesOf(form)).flat().join('\n')
    const read = { text, pages: 1, sha256: '' }
    const issued = issuedValues(form, 'en')
    expect(issued.map(({ field }) => field)).toEqual([...formFields])
    expect(compareForm(read, issued)).toMatchObject({ isReadable: true, same: issued, different: [] })
    const other = issuedValues({ ...form, studentCount: 123, fileHash: 'f'.repeat(64) }, 'en')
    expect(compareForm(read, other).different.map(({ field }) => field)).toEqual(['hash', 'students'])
  })

  it('is tagged: read out in its order, rows by their heads, in its language and under its title (PDF/UA-1)', async () => {
    const file = await buffer(signOffForm(form, 'en'))
    const pdf = await getDocumentProxy(new Uint8Array(file))
    const page = await pdf.getPage(1)
    const rolesOf = (node: StructureNode): unknown =>
      node.children?.some(({ role }) => role) ? [node.role, ...node.children.map(rolesOf)] : node.role
    const row = ['TR', 'TH', 'TD']
    expect(rolesOf((await page.getStructTree()) as StructureNode)).toEqual([
      'Root',
      ...['P', 'H1', 'P', 'H2'],
      ['Table', ...Array.from({ length: 8 }, () => row)],
      ...['H2', 'P', 'H2'],
      ...['P', 'Form', 'P', 'Form', 'P', 'Form', 'P', 'Form'],
      'P',
    ])
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    const { info, metadata } = await pdf.getMetadata()
    expect(info).toMatchObject({
      Language: 'en-GB',
      Title: 'Sign-off form, Prifysgol Tŷ Ddewi, Student 2023/24',
    })
    expect(metadata?.get('dc:title')).toBe('Sign-off form, Prifysgol Tŷ Ddewi, Student 2023/24')
    expect(metadata?.getRaw()).toMatch(/<pdfuaid:part>1<\/pdfuaid:part>/)
  })

  it('has a field for each thing to fill in, which a screen reader can name, and that lies on the page', async () => {
    const pdf = await getDocumentProxy(new Uint8Array(await buffer(signOffForm(form, 'en'))))
    const page = await pdf.getPage(1)
    const fields = await page.getAnnotations()
    expect(
      fields.map(({ fieldType, fieldName, alternativeText }) => [fieldType, fieldName, alternativeText]),
    ).toEqual([
      ['Tx', 'name', 'Name'],
      ['Tx', 'role', 'Role'],
      ['Tx', 'signature', 'Signature'],
      ['Tx', 'date', 'Date'],
    ])
    const [, , width = 0, height = 0] = page.view
    for (const { rect } of fields) {
      expect(Math.min(...rect)).toBeGreaterThan(0)
      expect([rect[2] < width, rect[3] < height]).toEqual([true, true])
    }
  })

  it('is made in the language of who asks', async () => {
    const [page] = await pagesOf(form, 'en-XA')
    const said = (page ?? []).join(' ')
    expect(said).toContain('Šîgñ-öff förm')
    expect(said).toContain('Prifysgol Tŷ Ddewi (0003)')
    for (const english of ['Statement', 'Signature', 'Submission', 'Return the signed form'])
      expect(said).not.toContain(english)
  })

  it('says where a date or a count is not there', async () => {
    const [page] = await pagesOf({ ...form, submittedAt: null, approvedAt: null, studentCount: null })
    expect(page).toEqual(expect.arrayContaining(['Submitted --', 'Approved --', 'Student count --']))
  })
})
