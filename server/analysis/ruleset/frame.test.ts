import { describe, expect, it } from 'vitest'
import { frameOf, fromClause } from './frame.ts'
import { noReferences } from './references.ts'

const table = (name: string, parent: string | null) => ({ name, parent, columns: ['ID'], keys: ['ID'] })
const frame = frameOf(
  'Stay',
  [table('Person', null), table('Stay', 'Person'), table('Room', null), table('Meal', 'Stay')],
  [
    { from: 'Stay', to: 'Room', key: 'ROOMID' },
    { from: 'Stay', to: 'Meal' },
    { from: 'Person', to: 'Earlier', table: 'EarlierStay', on: 'Earlier.ID = Person.ID' },
  ],
)

describe('the records of an entity with what a condition names', () => {
  const isSingle = (...qualifiers: string[]) =>
    fromClause(frame, 'Stay', [
      { ...noReferences, columns: qualifiers.map(qualifier => ({ qualifier, name: 'ID' })) },
    ]).isSingle

  it.each([
    ['itself', []],
    ['its parent', ['Person']],
    ['what it names by a key', ['Room']],
  ])('are one row each with %s', (_, named) => expect(isSingle(...named)).toBe(true))

  it.each([
    ['its children', ['Meal']],
    ['what is linked by a condition', ['Earlier']],
    ['both kinds', ['Room', 'Meal']],
  ])('may be several rows each with %s', (_, named) => expect(isSingle(...named)).toBe(false))
})
