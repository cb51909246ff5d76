import { expect, it } from 'vitest'
import { compareRegulators } from './regulator.ts'

it('orders regulators by name, with the primary regulator last', () => {
  const regulators = [
    { name: 'Office for Higher Education', regulatorTypeCode: '01' },
    { name: 'Teacher Training Board', regulatorTypeCode: '02' },
    { name: 'Arts Council', regulatorTypeCode: '04' },
  ]
  expect(regulators.toSorted(compareRegulators).map(({ name }) => name)).toEqual([
    'Arts Council',
    'Teacher Training Board',
    'Office for Higher Education',
  ])
})
