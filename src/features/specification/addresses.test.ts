import { expect, test } from 'vitest'
import { anchorPath, queryOf } from './addresses.ts'

test('an anchor names a rule, a field or a derived field, which is then found and open', () => {
  expect(anchorPath('23056', 'Student.SID')).toBe('/specification/23056#Student.SID')
  expect(queryOf('Student.SID')).toBe('?part=dictionary&pf.q=Student.SID&pf.open=Student.SID')
  expect(queryOf('Z_FTE')).toBe('?part=derived&pd.q=Z_FTE&pd.open=Z_FTE')
  const code = 'QR.STUDENT.Student.BIRTHDTE.901.V01'
  expect(queryOf(code)).toBe(`?part=rules&pu.q=${code}&pu.open=${code}`)
})
