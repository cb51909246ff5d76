import { expect, it } from 'vitest'
import { compareForm, type IssuedValue } from './formCheck.ts'

const hash = '129d6e25a25701dfbdf2b443d0c868c41c2612400b54f604e1c62ae7b07fde13'
const issued: IssuedValue[] = [
  { field: 'provider', label: 'Provider', text: 'Dunmore College (0004)' },
  { field: 'fileName', label: 'File name', text: 'dunmore-2022-23-02.xml' },
  { field: 'hash', label: 'Transaction (file hash)', text: hash },
  { field: 'students', label: 'Student count', text: '120' },
]
const printed = (students: string, file = 'dunmore-2022-23-02.xml') => `Bedel
Provider Dunmore College (0004)
File name ${file}
Transaction (file hash) ${hash.slice(0, 40)}
${hash.slice(40)}
Student count ${students}
Statement`
const fieldsOf = (text: string) => {
  const { isReadable, same, different } = compareForm({ text, pages: 1, sha256: 'a' }, issued)
  return [isReadable, same.map(({ field }) => field), different.map(({ field }) => field)]
}

it('finds every row, wherever a line breaks', () => {
  expect(fieldsOf(printed('120'))).toEqual([true, ['provider', 'fileName', 'hash', 'students'], []])
})

it('tells a longer number and another file name from what was issued', () => {
  expect(fieldsOf(printed('1200'))).toEqual([true, ['provider', 'fileName', 'hash'], ['students']])
  expect(fieldsOf(printed('120', 'dunmore-01.xml'))).toEqual([
    true,
    ['provider', 'hash', 'students'],
    ['fileName'],
  ])
})

it('reads nothing from a scan', () => {
  expect(fieldsOf(' \n ')[0]).toBe(false)
})

it('knows a form that was signed in the portal by its hash', () => {
  const read = { text: printed('120'), pages: 1, sha256: 'a' }
  expect([undefined, 'a', 'b'].map(signed => compareForm(read, issued, signed).isSealed)).toEqual([
    undefined,
    true,
    false,
  ])
})
