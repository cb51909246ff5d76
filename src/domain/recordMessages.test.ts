import { createChecker } from 'bedel-record'
import { describe, expect, it } from 'vitest'
import { studentSchema } from '../sample/index.ts'
import { recordMessages } from './recordMessages.ts'

const schema = studentSchema('23056')

const findingOf = (xml: string) => {
  const checker = createChecker(schema, { messages: recordMessages })
  checker.write(new TextEncoder().encode(xml))
  return checker.end().findings[0]
}

describe('a file with another outermost element', () => {
  it.each([
    [
      '<Other/>',
      "The file begins with <Other>, which is not the outermost element of this collection's files.",
    ],
    [
      '<DataFutures xmlns="urn:22056"/>',
      '<DataFutures> names the format "urn:22056", but this collection\'s files name none. Remove xmlns from <DataFutures>. Nothing else was checked.',
    ],
  ])('%s is explained by the collection', (xml, message) => {
    expect(findingOf(xml)).toMatchObject({ code: 'ROOT_UNKNOWN', message, expected: 'DataFutures' })
  })
})
