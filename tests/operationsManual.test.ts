import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { organisationTypeCode, organisationTypes } from '../src/domain/organisation.ts'
import { rolesByOrganisationType } from '../src/domain/permissions.ts'

// What docs/operations.md says of `deploy` and of the code is so.

const root = join(import.meta.dirname, '..')
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
const manual = textOf('docs/operations.md')

describe('the claim that says for whom somebody works', () => {
  it('has the types and roles that the server knows', () => {
    const rows = [...manual.matchAll(/^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$/gm)].map(
      ([, type = '', roles = '']): [string, string[]] => [
        type,
        [...roles.matchAll(/`([\w-]+)`/g)].map(([, role = '']) => role),
      ],
    )
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(
        organisationTypes.map(type => [organisationTypeCode(type), [...rolesByOrganisationType[type]]]),
      ),
    )
  })
})
