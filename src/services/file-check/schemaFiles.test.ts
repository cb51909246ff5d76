import { expect, it } from 'vitest'
import { createSchemaCheck } from './contentCheck.ts'
import { type CompiledFiles, compileFiles } from './schemaFiles.ts'

const schema = (content: string, namespace = ''): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"${namespace}>\n${content}\n</xs:schema>`
const file = (name: string, content: string) => ({ name, content: new Blob([content]) })

const types = file(
  'types.xsd',
  schema(
    '<xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:length value="2"/></xs:restriction></xs:simpleType>',
  ),
)
const main = file(
  'main.xsd',
  schema('<xs:include schemaLocation="../common/types.xsd"/>\n<xs:element name="a" type="Code"/>'),
)

const findingsOf = (compiled: CompiledFiles, text: string) => {
  if ('fault' in compiled) throw new Error(compiled.fault.message)
  const check = createSchemaCheck(compiled.schema)
  check.write(new TextEncoder().encode(text))
  const { output, places } = check.end()
  return { codes: output.wellFormed ? output.findings.map(({ Code }) => Code) : output.error.code, places }
}

it.each([
  ['first', [main, types]],
  ['last', [types, main]],
])('includes files by their last name, the main one given %s', async (_, files) => {
  const compiled = await compileFiles(files)
  expect(findingsOf(compiled, '<a>ab</a>')).toEqual({ codes: [], places: [] })
  expect(findingsOf(compiled, '\n<a>abc</a>')).toEqual({
    codes: ['VALUE_LENGTH'],
    places: [{ byte: 1, path: expect.stringContaining('a') }],
  })
})

it('joins files that do not refer to each other', async () => {
  const other = file('other.xsd', schema('<xs:element name="b" type="xs:date"/>'))
  const compiled = await compileFiles([main, other, types])
  expect(findingsOf(compiled, '<b>x</b>').codes).toEqual(['VALUE_TYPE'])
  expect(findingsOf(compiled, '<a>x</a>').codes).toEqual(['VALUE_LENGTH'])
})

it('tells the file, the place and the reason of a fault', async () => {
  const broken = file(
    'types.xsd',
    schema('<xs:simpleType name="Code">\n<xs:restriction base="Nothing"/></xs:simpleType>'),
  )
  const compiled = await compileFiles([main, broken])
  expect(compiled).toEqual({
    fault: { file: 1, line: 3, column: expect.any(Number), message: expect.stringContaining('Nothing') },
  })
  expect('fault' in compiled && compiled.fault.message).not.toMatch(/line \d/)
})

it('tells which file is not XML, and that a file is missing', async () => {
  expect(await compileFiles([main, file('types.xsd', '<xs:schema')])).toMatchObject({
    fault: { file: 1, line: 1 },
  })
  expect(await compileFiles([main])).toMatchObject({
    fault: { file: 0, message: expect.stringContaining('types.xsd') },
  })
})

it('checks a file as XML alone without a schema', () => {
  const check = createSchemaCheck(undefined)
  check.write(new TextEncoder().encode('<a>\n</b>'))
  expect(check.end()).toMatchObject({
    output: { wellFormed: false, error: { line: 2 } },
    places: [{ byte: expect.any(Number) }],
  })
})
