import { readFileSync } from 'node:fs'
import { compileSchema, createChecker } from 'bedel-record'
import { expect, it } from 'vitest'
import { generateStaff } from './staff.ts'

const schema = compileSchema(
  readFileSync(new URL('../../schemas/staff/24025_1_0_0.xsd', import.meta.url), 'utf8'),
)

it('a staff file fits its schema, is the same for the same options, and names the same people a year later', () => {
  const options = { provider: '0003', members: 200 } as const
  const file = generateStaff(options)
  const checker = createChecker(schema)
  checker.write(file)
  const outcome = checker.end()
  expect(outcome).toMatchObject({ wellFormed: true, findingsTotal: 0 })
  expect(generateStaff(options)).toEqual(file)
  const idsIn = (bytes: Uint8Array) => new TextDecoder().decode(bytes).match(/<STAFFID>\d+/g)
  expect(idsIn(generateStaff({ ...options, collection: '25025' }))).toEqual(idsIn(file))
})
