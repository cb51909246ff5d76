import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { Component as Specification } from '../../src/features/specification/one/page.tsx'
import { published } from './support/items.ts'
import { type Answer, aWhile, show } from './support/services.tsx'

/* The whole specification on one page, to be printed. */

const numbered = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1).padStart(3, '0'))

const rules = numbered(130).map(number => ({
  code: `QR.A.B.${number}.V01`,
  name: `Rule ${number}`,
  requirement: `What rule ${number} is for.`,
  finding: `Record ${number} fails.`,
  hint: null,
  guidanceUrl: 'https://example.org/',
  guidance: [
    { kind: 'heading', content: [{ kind: 'text', text: 'What to do' }] },
    {
      kind: 'paragraph',
      content: [
        { kind: 'text', text: `Mend number ${number} in ` },
        { kind: 'field', text: 'Student.SID' },
      ],
    },
  ],
  entity: 'Student',
  kind: 'quality',
  population: `Student.SID = '${number}'`,
  failure: '',
  tolerances: [{ regulatorCode: '5016', name: 'Office for Higher Education', tolerance: '2%' }],
  examples: [{ outcome: 'passes', record: 'Student.SID: 1', because: null }],
  fieldsRead: ['Student.SID'],
  change: null,
  history: [],
}))
const fields = numbered(3).map(number => ({
  entity: 'Student',
  field: `F${number}`,
  description: `Field ${number}.`,
  form: 'text',
  codes: [{ code: '01', label: `Code of ${number}` }],
  minLength: 2,
  maxLength: 2,
  isRequired: false,
  isRepeatable: false,
  isKey: false,
  rules: [],
  change: null,
}))
const derivedFields = [{ name: 'Z_AGE', description: 'Age.', sql: 'select 1', change: null }]

const paged =
  (name: string, all: readonly unknown[]): Answer =>
  ({ query }) => {
    const [offset, limit] = [Number(query?.offset), Number(query?.limit)]
    const paging = { total: all.length, filteredTotal: all.length }
    return { [name]: all.slice(offset, offset + limit), paging }
  }

const collection = {
  ...published,
  ruleCount: rules.length,
  fieldCount: fields.length,
  derivedFieldCount: derivedFields.length,
}

it('shows every rule, field and derived field of a specification unfolded, however many there are', async () => {
  await show(
    <Routes>
      <Route path="/specification/:reference" element={<Specification />} />
    </Routes>,
    {
      at: '/specification/23056?part=whole',
      answers: {
        'GET /specification': { collections: [collection], isPublic: false },
        'GET /specification/{reference}/rules': paged('rules', rules),
        'GET /specification/{reference}/dictionary': paged('fields', fields),
        'GET /specification/{reference}/derived-fields': paged('derivedFields', derivedFields),
      },
    },
  )
  const articles = (name: string) => within(screen.getByRole('region', { name })).queryAllByRole('article')
  await waitFor(() => expect(articles('Rules')).toHaveLength(130), aWhile)
  expect(articles('Data dictionary')).toHaveLength(3)
  expect(articles('Derived fields')).toHaveLength(1)
  const last = articles('Rules').at(-1) as HTMLElement
  expect(within(last).getByText("Student.SID = '130'")).toBeTruthy()
  expect(within(last).getByRole('heading', { level: 4, name: 'Guidance' })).toBeTruthy()
  expect(within(last).getByRole('heading', { level: 5, name: 'What to do' })).toBeTruthy()
  expect(within(last).getByText(/Mend number 130 in/)).toBeTruthy()
  expect(
    within(last)
      .getAllByRole('link', { name: 'Student.SID' })
      .map(link => link.getAttribute('href')),
  ).toContain('/specification/23056#Student.SID')
  expect(within(last).getByRole('table', { name: 'Examples' })).toBeTruthy()
  expect(screen.getByText('Code of 003')).toBeTruthy()
})

it('names the regulator whose tolerance has changed, also for who is not signed in', async () => {
  const nothing = { added: [], removed: [], changed: [] }
  const changed = {
    code: 'QR.1',
    name: 'Nights that are many',
    parts: [{ part: 'tolerance', regulatorCode: '5016', before: '5%', after: '10 records' }],
  }
  await show(
    <Routes>
      <Route path="/specification/:reference" element={<Specification />} />
    </Routes>,
    {
      at: '/specification/23056?part=changes',
      answers: {
        'GET /specification': { collections: [{ ...collection, before: 'Student 2022/23' }], isPublic: true },
        'GET /specification/{reference}/changes': {
          before: { reference: '22056', name: 'Student 2022/23', specification: '22056_1.3.0' },
          fields: nothing,
          rules: { ...nothing, changed: [changed] },
          derivedFields: nothing,
          regulators: [{ code: '5016', shortName: 'OHE' }],
        },
      },
    },
  )
  expect(await screen.findByRole('rowheader', { name: 'Tolerance, OHE' }, aWhile)).toBeTruthy()
})

it('downloads the specification for the offline check, and says by which command it is used', async () => {
  const file = new Blob(['zip'])
  const { services } = await show(
    <Routes>
      <Route path="/specification/:reference" element={<Specification />} />
    </Routes>,
    {
      at: '/specification/23056',
      answers: {
        'GET /specification': { collections: [collection], isPublic: false },
        'GET /specification/{reference}/rules': paged('rules', rules),
        'GET /specifications/{id}/package application/zip': file,
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Download for offline checking' }, aWhile))
  await waitFor(() => expect(services.saveBlob).toHaveBeenCalledWith('specification.23056_1.0.0.zip', file))
  expect(screen.getByText('bedel-validate file.xml --package specification.23056_1.0.0.zip')).toBeTruthy()
})
