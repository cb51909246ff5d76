import { expect, it } from 'vitest'
import type { Ruleset } from '../analysis/index.ts'
import { keptView } from './index.ts'

const code = 'QR.STUDENT.Student.SEXID.901.V01'
const ruleset = {
  rules: [
    {
      code,
      name: 'Sex and disability differ',
      finding: 'The student, born on {BIRTHDTE}, has {DISABILITY} and SEXID {SEXID}.',
      hint: 'Ask the student.',
      keyNames: ['SID'],
      keyClasses: [['identifier']],
      detailNames: ['BIRTHDTE', 'DISABILITY', 'SEXID'],
      detailClasses: [['personal'], ['special-category'], ['open']],
      detailLabels: [null, new Map([['55', 'Mental health condition']]), null],
      recordClasses: ['open'],
      regulators: [],
    },
  ],
} as unknown as Ruleset

const found = ['2005-03-14', '55', '10']

it('a finding shows the values of the record to whoever may read all of them', () => {
  const view = keptView(ruleset, true, undefined)
  expect(view.findingOf(code, found)).toBe(
    'The student, born on 14 March 2005, has Mental health condition (55) and SEXID 10.',
  )
})

it('a finding leaks no special category value: it shows a dash, and neither code nor label', () => {
  const view = keptView(ruleset, false, undefined)
  expect(view.findingOf(code, found)).toBe('The student, born on 14 March 2005, has — and SEXID 10.')
})

it('a rule that the ruleset does not know any more has no finding, and its code is its name', () => {
  const view = keptView(ruleset, true, undefined)
  expect([view.findingOf('QR.OLD', found), view.nameOf('QR.OLD')]).toEqual([null, 'QR.OLD'])
})
