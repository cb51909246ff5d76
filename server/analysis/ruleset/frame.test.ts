import { describe, expect, it } from 'vitest'
import { frameOf, fromClause, fromTogether } from './frame.ts'
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

describe('FROM clauses put together', () => {
  const naming = (qualifier: string, name = 'ID') =>
    fromClause(frame, 'Stay', [{ ...noReferences, columns: [{ qualifier, name }] }])

  it('join what each of them joins once, with its derived fields where one of them reads these', () => {
    expect(fromTogether([naming('Person', 'Z_AGE'), naming('Room'), naming('Person')])).toBe(
      [
        'from plain."Stay" as "Stay"',
        'join "Person" as "Person" on "Person"._row = "Stay"._parent',
        'left join (select * from plain."Room" qualify row_number() over (partition by "ROOMID" order by _row) = 1) as "Room" on "Room"."ROOMID" = "Stay"."ROOMID"',
      ].join('\n'),
    )
  })

  it('join what another leans on before it', () => {
    expect(
      fromTogether([naming('Room'), naming('Earlier')])
        .split('\n')
        .slice(2),
    ).toEqual([
      'join plain."Person" as "Person" on "Person"._row = "Stay"._parent',
      'left join "EarlierStay" as "Earlier" on Earlier.ID = Person.ID',
    ])
  })
})
