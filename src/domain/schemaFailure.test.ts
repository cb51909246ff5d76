import { expect, it } from 'vitest'
import { inEnglish } from '../model/everyMessage.ts'
import { failuresEnd, schemaFailuresCsv } from './schemaFailure.ts'
import type { SchemaFailure } from './wire/quality.ts'

const failure: SchemaFailure = {
  LineNumber: 7,
  Column: 3,
  Code: 'VALUE_CODE',
  Error: 'SEXID is not a code of its list.',
  Details: {
    name: 'Student',
    ids: [{ field: 'SID', value: '1' }],
    parent: null,
    path: 'Student/SEXID',
    value: '9',
    expected: '10, 11',
  },
}

it('writes failures as CSV: a heading, a line for each, and how many more there are', () => {
  expect([...schemaFailuresCsv(inEnglish, [failure], 1235)]).toEqual([
    'LineNumber,Column,Code,Error,Record,Path,Value,Expected,Suggestion\r\n',
    '7,3,VALUE_CODE,SEXID is not a code of its list.,Student[SID=1],Student/SEXID,9,"10, 11",\r\n',
    ',,,"1,234 more errors are not listed."\r\n',
  ])
  expect([...schemaFailuresCsv(inEnglish, [failure], 1)]).toHaveLength(2)
})

it('writes no line for a failure whose place is withheld, or that is about the whole file', () => {
  const [, line] = schemaFailuresCsv(inEnglish, [{ ...failure, LineNumber: 0, Column: 0 }], 1)
  expect(line).toMatch(/^,,VALUE_CODE,/)
})

it('names the keys that a browser had no room to compare', () => {
  expect([...failuresEnd(inEnglish, 0, [{ kind: 'key', name: 'item', line: 135 }])]).toEqual([
    '135,,KEYS_NOT_COMPARED,"After this point, some values of key ""item"" were not compared: there are too many for the browser."\r\n',
  ])
})
