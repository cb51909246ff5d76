import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { featureCases } from '../../packages/record/src/check/featureCases.ts'
import type { Installed } from './processor.ts'

const cases = featureCases.flatMap(({ xsd, codes }) =>
  Object.entries(codes).map(([xml, found]) => ({ xsd, xml, isValid: found.length === 0 })),
)

/** How many small documents there are. */
export const casesTotal = cases.length

/** xmllint ends with 4 instead of 3 if it validates while it reads. */
const verdictOf = (status: number | null): boolean | undefined =>
  status === 0 ? true : status === 3 || status === 4 ? false : undefined

/** How many of the small documents a processor judges as XML Schema 1.0 does. A schema that it refuses gives no verdict. */
export const judgedRight = ({ commandFor }: Installed, folder: string): number => {
  const document = join(folder, 'case.xml')
  const schema = join(folder, 'case.xsd')
  return cases.filter(({ xsd, xml, isValid }) => {
    writeFileSync(schema, xsd)
    writeFileSync(document, xml)
    const [program = '', ...given] = commandFor(document, schema)
    const { status } = spawnSync(program, given, { stdio: 'ignore' })
    return verdictOf(status) === isValid
  }).length
}
