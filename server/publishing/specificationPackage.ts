import { createHash } from 'node:crypto'
import {
  packageEntries,
  type SpecificationPackage,
  specificationPackage,
} from '../../src/domain/specificationPackage.ts'
import { message } from '../../src/messages/message.ts'
import { refusedFile } from './refusedFiles.ts'
import { type RulesetFiles, zipOf } from './rulesetFiles.ts'
import { filesInZip, ZipFault } from './zip.ts'

/** The content that a specification is made of. */
export interface SpecificationContent {
  schema: Buffer
  ruleset: RulesetFiles
  /** Files of the ruleset that `ruleset` is based on; undefined if there is none. */
  base: RulesetFiles | undefined
}

const limits = { files: 10_000, bytes: 96 * 1024 ** 2 }

const underFolder = (folder: string, files: RulesetFiles): [string, Buffer][] =>
  [...files].map(([name, content]) => [`${folder}${name}`, content])

const inFolder = (folder: string, files: RulesetFiles): RulesetFiles =>
  new Map(
    [...files].flatMap(([name, content]) =>
      name.startsWith(folder) ? [[name.slice(folder.length), content] as const] : [],
    ),
  )

const rulesetEntries = ({ ruleset, base }: Omit<SpecificationContent, 'schema'>): [string, Buffer][] => [
  ...underFolder(packageEntries.ruleset, ruleset),
  ...(base ? underFolder(packageEntries.base, base) : []),
]

/** SHA-256 of the schema, and of the ruleset with its base: the same for the same content, wherever it comes from. */
export const specificationHashes = ({
  schema,
  ...rules
}: SpecificationContent): Pick<SpecificationPackage, 'rulesetHash' | 'schemaHash'> => {
  const hash = createHash('sha256')
  for (const [name, content] of rulesetEntries(rules).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${name} ${content.length}\n`).update(content)
  return {
    schemaHash: createHash('sha256').update(schema).digest('hex'),
    rulesetHash: hash.digest('hex'),
  }
}

/** A specification as one file for the offline check. The same specification gives the same bytes. */
export const packSpecification = (
  described: Omit<SpecificationPackage, 'rulesetHash' | 'schemaHash'>,
  content: SpecificationContent,
): Promise<Buffer> => {
  const description: SpecificationPackage = { ...described, ...specificationHashes(content) }
  return zipOf(
    new Map([
      [packageEntries.description, Buffer.from(`${JSON.stringify(description, null, 2)}\n`)],
      [packageEntries.schema, content.schema],
      ...rulesetEntries(content),
    ]),
  )
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The specification in a package. Throws RefusedFiles if the file is no zip or no package, or if its content is not what the package
 * says.
 */
export const readSpecificationPackage = async (
  zip: Buffer,
): Promise<SpecificationContent & { description: SpecificationPackage }> => {
  const files = await filesInZip(zip, limits).catch((error: unknown) => {
    throw error instanceof ZipFault ? refusedFile('zip', 1, error.reason) : error
  })
  const named = files.get(packageEntries.description)
  const schema = files.get(packageEntries.schema)
  const read = specificationPackage.safeParse(jsonOf(named?.toString('utf8') ?? ''))
  if (!read.success || !schema)
    throw refusedFile(packageEntries.description, 1, message('specification', 'package.none'))
  const base = inFolder(packageEntries.base, files)
  const content = {
    schema,
    ruleset: inFolder(packageEntries.ruleset, files),
    base: base.size > 0 ? base : undefined,
  }
  const { schemaHash, rulesetHash } = specificationHashes(content)
  if (schemaHash !== read.data.schemaHash || rulesetHash !== read.data.rulesetHash)
    throw refusedFile(packageEntries.description, 1, message('specification', 'package.changed'))
  return { ...content, description: read.data }
}
