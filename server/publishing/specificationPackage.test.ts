import { expect, it } from 'vitest'
import { zipOf } from './rulesetFiles.ts'
import { packSpecification, readSpecificationPackage } from './specificationPackage.ts'
import { filesInZip } from './zip.ts'

const described = {
  specificationId: 7,
  version: '26900_1.0.1',
  record: 'guests',
  schemaVersion: '26900_1_0_0',
  rulesetVersion: '26900_1.1.0',
  tolerances: [
    {
      ruleCode: 'QR.GUEST.Stay.NIGHTS.001.V01',
      regulatorCode: '5016',
      tolerance: { conjunction: 'A' as const, parts: [{ type: 1 as const, from: 5, to: null }] },
    },
  ],
  texts: [],
}
const content = {
  schema: Buffer.from('<xs:schema/>'),
  ruleset: new Map([['ruleset.yaml', Buffer.from('base: 26900_1.0.0\n')]]),
  base: new Map([['ruleset.yaml', Buffer.from('version: 26900_1.0.0\n')]]),
}

it('a package gives back the specification that was packed, with its base', async () => {
  const zip = await packSpecification(described, content)
  const { description, ...read } = await readSpecificationPackage(zip)
  expect(description).toMatchObject(described)
  expect(read).toEqual(content)
  expect(await packSpecification(described, content)).toEqual(zip)
  const alone = await readSpecificationPackage(
    await packSpecification(described, { ...content, base: undefined }),
  )
  expect(alone.base).toBeUndefined()
  expect(alone.description.rulesetHash).not.toBe(description.rulesetHash)
})

it('a package whose content was changed afterwards is refused', async () => {
  const files = await filesInZip(await packSpecification(described, content), { files: 9, bytes: 9_999 })
  files.set('ruleset/ruleset.yaml', Buffer.from('base: 26900_1.0.0 \n'))
  await expect(readSpecificationPackage(await zipOf(files))).rejects.toMatchObject({
    faults: [{ file: 'specification.json', message: { code: 'package.changed' } }],
  })
})

it('a file that is no package is refused', async () => {
  await expect(readSpecificationPackage(Buffer.from('<html>'))).rejects.toMatchObject({
    faults: [{ message: { code: 'zip.none' } }],
  })
  await expect(readSpecificationPackage(await zipOf(content.ruleset))).rejects.toMatchObject({
    faults: [{ file: 'specification.json', message: { code: 'package.none' } }],
  })
})
