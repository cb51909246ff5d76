import { expect, it } from 'vitest'
import type { Ruleset } from '../../analysis/index.ts'
import type { FileRecord } from '../../analysis/recordFragment.ts'
import { everything } from '../../privacy/disclosure.ts'
import { withoutSpecialCategory } from '../../privacy/index.ts'
import { recordNodeOf } from './studentWire.ts'

/*
 * What nobody has classed counts as special category (SECURITY.md): who may not read that is shown no field and no record that
 * the schema does not have.
 */

const ruleset: Pick<Ruleset, 'privacy' | 'tables'> = {
  tables: [
    { name: 'Student', parent: null, columns: ['SID', 'RELIGION'], keys: ['SID'] },
    { name: 'Leaver', parent: 'Student', columns: ['RSNEND'], keys: [] },
  ],
  privacy: {
    fieldClass: (_, field) => (['SID', 'RSNEND'].includes(field) ? 'personal' : 'special-category'),
    presenceClasses: (_, element) =>
      ['SID', 'RSNEND', 'Leaver'].includes(element) ? ['personal'] : ['special-category'],
    classesOf: () => [],
    fieldsOf: () => [],
  },
}

const at = (line: number) => ({ line, column: 1 })
const record = (name: string, line: number, change: Partial<FileRecord> = {}): FileRecord => ({
  ...{ name, ...at(line), byte: line, fields: [], children: [] },
  ...change,
})
const student = record('Student', 10, {
  fields: [
    { name: 'SID', value: '7', ...at(11) },
    { name: 'SHOESIZE', value: '42', ...at(12) },
  ],
  children: [record('Leaver', 20), record('Wardrobe', 30)],
})

it('gives out nothing that the schema does not have, without the right to everything', () => {
  const shown = recordNodeOf(student, [], withoutSpecialCategory, ruleset)
  expect(shown.fields.map(({ name }) => name)).toEqual(['SID', 'RELIGION'])
  expect(shown.children.map(({ name }) => name)).toEqual(['Leaver'])
  expect(JSON.stringify(shown)).not.toContain('42')
})

it('gives out everything to who may read everything', () => {
  const shown = recordNodeOf(student, [], everything, ruleset)
  expect(shown.fields.map(({ name, value }) => [name, value])).toEqual([
    ['SID', '7'],
    ['SHOESIZE', '42'],
  ])
  expect(shown.children.map(({ name }) => name)).toEqual(['Leaver', 'Wardrobe'])
})
