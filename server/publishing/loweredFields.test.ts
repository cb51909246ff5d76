import { expect, it } from 'vitest'
import type { FieldClass } from '../../src/domain/privacy.ts'
import { loweredFields } from './loweredFields.ts'

/** A ruleset of two fields of a person. */
const ruleset = (classes: Record<string, FieldClass>) => ({
  tables: [{ name: 'Person', parent: null, columns: ['ID', 'FAITH'], keys: ['ID'] }],
  privacy: {
    fieldClass: (_: string, field: string): FieldClass => classes[field] ?? 'special-category',
    presenceClasses: () => [],
    classesOf: () => [],
    fieldsOf: () => [],
  },
})
const open = ruleset({ ID: 'identifier', FAITH: 'open' })
const earlier = { Person: { identifier: ['ID'], 'special-category': ['FAITH'] } }

it('finds the fields that more people read than by any ruleset before', () => {
  const faith = [{ field: 'Person.FAITH', from: 'special-category' }]
  expect(loweredFields(open, [earlier])).toEqual(faith)
  // Whichever protects it most, in whatever case it writes it.
  expect(
    loweredFields(open, [{ Person: { open: ['FAITH'] } }, { person: { 'special-category': ['faith'] } }]),
  ).toEqual(faith)
})

it('finds none where as many read them, or fewer, or nobody has classed them', () => {
  expect(loweredFields(ruleset({ ID: 'personal' }), [earlier])).toEqual([])
  expect(loweredFields(ruleset({}), [earlier])).toEqual([])
  expect(loweredFields(open, [])).toEqual([])
  expect(loweredFields(open, [{ Room: { 'special-category': ['FAITH'] } }])).toEqual([])
})
