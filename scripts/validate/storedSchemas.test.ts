import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileSchema } from 'bedel-record'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storedSchema, storeSchema } from './storedSchemas.ts'

const xsd =
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" version="7"><xs:element name="a"/></xs:schema>'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bedel-stored-'))
  await storeSchema(compileSchema(xsd), xsd, folder)
})
afterEach(() => rm(folder, { recursive: true }))

it('a stored schema is found by its document, and not by a changed one', async () => {
  expect((await storedSchema(xsd, folder))?.version).toBe('7')
  expect(await storedSchema(`${xsd} `, folder)).toBeUndefined()
})

it('a schema that another version has stored is compiled again', async () => {
  const [file = ''] = await readdir(folder)
  await writeFile(join(folder, file), '{"form":0,"shapes":[],"nodes":[]}')
  expect(await storedSchema(xsd, folder)).toBeUndefined()
})
