import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  analysisPaths,
  checkRightToProcess,
  type LoadResult,
  type Ruleset,
  type SubmissionFacts,
} from '../../server/analysis/index.ts'
import { type CheckInput, checkFile } from '../../server/validation/check.ts'
import type { CheckResult } from '../../server/validation/schemaCheck.ts'
import type { RightToProcessFinding } from '../../src/domain/recordHeader.ts'
import { readCatalogs } from './catalog.ts'
import { contentOf } from './collection.ts'
import { schemaFromFile, type UsedContent } from './content.ts'
import type { Country, RulesOptions } from './options.ts'
import { type CheckingContent, contentOfPackage, rulesetFrom, usedFiles } from './specification.ts'

const memoryMb = 512
const threads = 2

/** The submission as far as a file and a collection tell of it: its provider is the one that the file names. */
const factsOf = (
  { reference, year }: { reference: string; year: number },
  country: Country,
  { header }: LoadResult,
): SubmissionFacts => {
  const provider = {
    instId: '0000',
    ukprn: header.ukprn ?? '',
    name: 'the provider of the file',
    countryCode: country,
  }
  return {
    submissionId: '00000000-0000-0000-0000-000000000000',
    collectionReference: reference,
    referencePeriodStart: `${year}-08-01`,
    referencePeriodEnd: `${year + 1}-07-31`,
    provider,
    register: [provider],
  }
}

/** What the file itself tells of the right to process it: its collection and whose students it holds. */
const rightOf = (facts: SubmissionFacts, { header }: LoadResult): RightToProcessFinding[] =>
  checkRightToProcess(header, {
    collectionReference: facts.collectionReference,
    provider: facts.provider,
    isCollectionOpen: true,
    collectionState: 'Open',
    isOnboarded: true,
    isNilReturn: false,
  })

/** The collection that rules are run for: that of the version of its content, or of the examples. */
const collectionOf = (version: string, ruleset: Ruleset | undefined): { reference: string; year: number } => {
  const [, reference] = /^(\d{5})(?:_|$)/.exec(version) ?? []
  return reference === undefined && ruleset
    ? { reference: ruleset.manifest.exampleCollection, year: ruleset.manifest.exampleYear }
    : { reference: reference ?? version, year: 2000 + Number(reference?.slice(0, 2)) }
}

const contentFor = async (against: RulesOptions, scratch: string): Promise<CheckingContent> => {
  if (against.kind === 'package') return contentOfPackage(against.source, scratch)
  if (against.kind === 'collection') {
    const { schemaFile, ...found } = await contentOf(against.reference)
    return { ...found, used: await usedFiles(schemaFile, found.schemaName, found.ruleset) }
  }
  const { path, rules, catalogs } = against
  const schema = await schemaFromFile(path, catalogs.length > 0 ? await readCatalogs(catalogs) : undefined)
  const ruleset = await rulesetFrom(rules.folder, schema)
  return { schema, schemaName: path, ruleset, used: await usedFiles(path, path, ruleset) }
}

/** Whose rules are run. */
const countryOf = (against: RulesOptions): Country =>
  against.kind === 'schema' ? against.rules.country : against.country

/**
 * Checks a file against a collection, a package, or a schema with a ruleset, and runs the quality rules. Everything that it makes is in
 * the folder. Throws ContentError for content that cannot be used.
 */
export const checkWithRules = async (
  given: Pick<CheckInput, 'bytes' | 'totalBytes' | 'keyBytes'>,
  against: RulesOptions,
  folder: string,
  signal: AbortSignal,
): Promise<CheckResult & { content: UsedContent | null }> => {
  const workFolder = join(folder, 'work')
  await mkdir(workFolder)
  const { schema, schemaName, ruleset, used, tolerances } = await contentFor(against, workFolder)
  const collection = collectionOf(
    against.kind === 'collection' ? against.reference : (used?.specification ?? ruleset?.version ?? ''),
    ruleset,
  )
  const checked = await checkFile(
    { ...analysisPaths(folder), workFolder, memoryMb, threads, signal, onProgress: () => {} },
    {
      ...given,
      schema,
      schemaName,
      ruleset,
      // The command knows no provider but that of the file.
      hasRegister: false,
      ...(tolerances && { tolerances }),
      factsFor: async loaded => factsOf(collection, countryOf(against), loaded),
      rightFor: (loaded, facts) => rightOf(facts, loaded),
    },
  )
  return { content: used, ...checked }
}
