import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import { describeRecord } from '../../../src/domain/record.ts'
import type { CodeList } from '../../../src/record/index.ts'
import { withDatabase } from '../database.ts'
import { registerColumns, transferColumnsOf } from '../derive.ts'
import type { EntityTable } from '../tables.ts'
import { compileDerived, type Underived, withLevels } from './compileDerived.ts'
import { compileRule } from './compileRule.ts'
import { type Compiler, knownEntity, readNamedSql, readSql, type ShowingCompiler } from './compiler.ts'
import { deliveryFiles } from './delivery.ts'
import { RulesetError, type RulesetFault } from './fault.ts'
import { labelsOf } from './finding.ts'
import { type RulesetFiles, readRulesetFolder } from './folder.ts'
import { type Frame, frameOf, fromClause } from './frame.ts'
import { guidanceOf } from './guidance.ts'
import type { ManifestFile } from './model.ts'
import { recordPrivacy } from './privacy.ts'
import { recordTreatment } from './pseudonymisation.ts'
import { reachOf } from './reach.ts'
import type { Computed } from './readings.ts'
import { noReferences, type SqlReferences } from './references.ts'
import type { CredibilityReportDefinition, ListingDefinition, Origin, Rule, Ruleset } from './ruleset.ts'

const compileReport = async (
  compiler: ShowingCompiler,
  { value: report, ...origin }: RulesetFiles['reports'][number],
): Promise<CredibilityReportDefinition> => {
  knownEntity(compiler, origin, report.entity)
  const frame = compiler.frame(report.entity)
  const cells = [
    await readSql(compiler, origin, ['population'], report.population),
    await readSql(compiler, origin, ['rows', 'value'], report.rows.value),
    await readSql(compiler, origin, ['columns', 'value'], report.columns.value),
  ]
  const references = [
    ...cells,
    ...(report.measure.sql ? [await readSql(compiler, origin, ['measure', 'sql'], report.measure.sql)] : []),
  ]
  const drilldown = await readNamedSql(compiler, origin, 'drilldown', report.drilldown)
  const { shading, drilldown: _, ...rest } = report
  return {
    ...origin,
    ...rest,
    shadingRules: shading ?? compiler.manifest.shading,
    from: fromClause(frame, report.entity, references).sql,
    drilldownFrom: fromClause(frame, report.entity, [...references, ...drilldown.references]).sql,
    drilldownColumns: drilldown.named.map((column, index) => ({
      ...column,
      classes: compiler.privacy.classesOf(drilldown.references[index] ?? noReferences),
    })),
    recordClasses: compiler.privacy.classesOf(...cells),
  }
}

const compileListing = async (
  compiler: ShowingCompiler,
  { value: listing, ...origin }: RulesetFiles['listings'][number],
): Promise<ListingDefinition> => {
  const tabs: ListingDefinition['tabs'][number][] = []
  for (const [index, tab] of listing.tabs.entries()) {
    const references = await readSql(compiler, origin, ['tabs', index, 'rows'], tab.rows, 'query')
    tabs.push({ ...tab, recordClasses: compiler.privacy.classesOf(references) })
  }
  return { ...origin, ...listing, tabs }
}

/** SQL that stands in the manifest is only read here, so that nothing but a query ever reaches a database. */
const readManifestSql = async (
  compiler: Compiler,
  { manifest }: RulesetFiles,
): Promise<Pick<Computed, 'functionReads' | 'history'> & Pick<ShowingCompiler, 'linkReads'>> => {
  const { functions, history, links, transfers } = manifest.value
  const linkReads = new Map<string, SqlReferences>()
  for (const [index, { on }] of links.entries())
    if (on !== undefined) linkReads.set(on, await readSql(compiler, manifest, ['links', index, 'on'], on))
  const functionReads = new Map<string, SqlReferences>()
  for (const [name, { sql, parameters }] of Object.entries(functions)) {
    const reads = await readSql(compiler, manifest, ['functions', name, 'sql'], sql)
    functionReads.set(name.toLowerCase(), { ...reads, parameters })
  }
  const reads = history && (await readSql(compiler, manifest, ['history', 'rows'], history.rows, 'query'))
  if (transfers) await readSql(compiler, manifest, ['transfers', 'rows'], transfers.rows, 'query')
  if (transfers?.returned !== undefined)
    await readSql(compiler, manifest, ['transfers', 'returned'], transfers.returned, 'query')
  return {
    functionReads,
    history:
      history && reads ? { table: history.table, columns: Object.keys(history.columns), reads } : undefined,
    linkReads,
  }
}

/** Tables besides the record, with their columns; lists are known by their schema. */
const otherTables = ({ manifest, lists }: RulesetFiles): Computed['otherTables'] => {
  const { transfers } = manifest.value
  return new Map<string, readonly string[]>([
    ['RegisteredProvider', registerColumns],
    ...(transfers ? [[transfers.table, transferColumnsOf(manifest.value)] as const] : []),
    ...lists.map(({ name, columns }) => [`list.${name}`, columns] as const),
  ])
}

const checkSpecialists = (
  { manifest, faults }: Compiler,
  reports: readonly CredibilityReportDefinition[],
): void => {
  for (const { specialist, file, lineOf } of reports)
    for (const code of specialist.filter(one => !manifest.specialists.includes(one)))
      faults.push({
        file,
        line: lineOf(['specialist']),
        message: `specialist: "${code}" is not a specialist regulator of the manifest.`,
      })
}

/** Without an example nothing fails when a number or a condition is changed by mistake. */
const checkExamples = (
  { faults }: Compiler,
  items: readonly (Origin & { examples: readonly unknown[] })[],
): void => {
  for (const { file, examples } of items)
    if (examples.length === 0) faults.push({ file, line: 1, message: 'examples: Give at least one example.' })
}

/** A ruleset of an earlier release may still have a description in place of requirement and finding. */
const checkTexts = (faults: RulesetFault[], rules: RulesetFiles['rules']): void => {
  for (const { value, file, lineOf } of rules)
    if (value.description !== undefined)
      faults.push({
        file,
        line: lineOf(['description']),
        message: 'description: Write requirement and finding in place of it.',
      })
}

const checkUnique = (items: readonly (Origin & { code: string })[], faults: RulesetFault[]): void => {
  const seen = new Map<string, string>()
  for (const { code, file } of items) {
    const first = seen.get(code)
    if (first) faults.push({ file, line: 1, message: `${code} is already defined in ${first}.` })
    else seen.set(code, file)
  }
}

const checkDerivedNames = (
  rules: readonly Rule[],
  names: ReadonlySet<string>,
  faults: RulesetFault[],
): void => {
  for (const rule of rules) {
    for (const name of rule.derived.filter(candidate => !names.has(candidate))) {
      faults.push({
        file: rule.file,
        line: rule.lineOf(['failure']),
        message: `There is no derived field "${name}".`,
      })
    }
  }
}

/** Parts of a manifest that rest on others. */
const checkParts = (
  { header, summary, students, transfers }: ManifestFile,
  origin: Origin,
  faults: RulesetFault[],
): void => {
  const missing = (part: string, what: string) =>
    faults.push({
      file: origin.file,
      line: origin.lineOf([part]),
      message: `${part}: Write ${what} as well.`,
    })
  if (students && !summary) missing('students', 'summary with the entity that is counted')
  if (transfers && !(header?.identifier && header.engagement))
    missing('transfers', 'identifier and engagement under header')
  if (header?.identifierForm && !header.identifier) missing('header', 'identifier')
}

export interface LoadOptions {
  /** File of the one rule that is compiled, without reports and lists: for trying it out. */
  onlyRule?: string
  /** Its collections depend on it: what an earlier release did not refuse when it was published does not stop them. */
  isInUse?: boolean
  /** Code lists of the schema: findings show the labels of codes. */
  codedFields?: readonly CodeList[]
}

/**
 * Reads a ruleset folder against the entity tables of its schema: every file parsed, every piece of SQL parsed and given its
 * FROM clause. Throws RulesetError with all faults found. `verifyRuleset` then binds the SQL and runs the examples.
 */
export const loadRuleset = async (
  folder: string,
  tables: readonly EntityTable[],
  { onlyRule, isInUse, codedFields = [] }: LoadOptions = {},
): Promise<Ruleset> => {
  const all = await readRulesetFolder(folder)
  const files: RulesetFiles =
    onlyRule === undefined
      ? all
      : {
          ...all,
          rules: all.rules.filter(({ file }) => basename(file) === onlyRule),
          guidance: all.guidance.filter(({ file }) => basename(file, '.md') === basename(onlyRule, '.yaml')),
          reports: [],
          listings: [],
          delivery: undefined,
          pseudonymisation: undefined,
        }
  const manifest = files.manifest.value
  const faults: RulesetFault[] = []
  checkParts(manifest, files.manifest, faults)
  const frames = new Map<string, Frame>()
  const frame = (entity: string): Frame => {
    const known = frames.get(entity) ?? frameOf(entity, tables, manifest.links)
    frames.set(entity, known)
    return known
  }
  const options = {
    databaseFile: ':memory:',
    workFolder: tmpdir(),
    memoryMb: 128,
    threads: 1,
    signal: new AbortController().signal,
    isMadeUp: true,
  }
  const ruleset = await withDatabase(options, async (database): Promise<Ruleset> => {
    const reach = await reachOf(database, {
      tables: [
        ...tables.map(({ name }) => name),
        ...files.derived.flatMap(({ value }) => (value.rows === undefined ? [] : [value.name])),
        ...manifest.links.flatMap(({ to, table }) => [to, ...(table === undefined ? [] : [table])]),
        'RegisteredProvider',
        ...(manifest.history ? [manifest.history.table] : []),
        ...(manifest.transfers ? [manifest.transfers.table] : []),
      ],
      lists: files.lists.map(({ name }) => name),
    })
    const plain: Compiler = { database, manifest, tables, faults, frame, reach, derivedReads: new Map() }
    const underived: Underived[] = []
    for (const file of files.derived) underived.push(await compileDerived(plain, file))
    const derived = withLevels(underived, faults)
    const derivedEntities = derived.filter(field => 'rows' in field)
    const { linkReads, ...manifestReads } = await readManifestSql(plain, files)
    const computed = {
      derivedEntities,
      links: manifest.links,
      otherTables: otherTables(files),
      derivedReads: plain.derivedReads,
      ...manifestReads,
    }
    const privacy = recordPrivacy(files.privacy, tables, computed, faults)
    const compiler: ShowingCompiler = { ...plain, privacy, linkReads, labelsOf: labelsOf(codedFields) }
    const rules: Rule[] = []
    const guidance = guidanceOf(files.guidance, files.rules, tables, faults)
    for (const file of files.rules)
      rules.push({
        ...(await compileRule(compiler, file)),
        guidance: guidance.get(basename(file.file, '.yaml')) ?? null,
      })
    const reports: CredibilityReportDefinition[] = []
    for (const file of files.reports) reports.push(await compileReport(compiler, file))
    const listings: ListingDefinition[] = []
    for (const file of files.listings) listings.push(await compileListing(compiler, file))
    checkSpecialists(compiler, reports)
    checkUnique(rules, faults)
    checkUnique(reports, faults)
    if (!isInUse) {
      checkTexts(faults, files.rules)
      checkExamples(compiler, [...reports, ...listings])
    }
    const derivedFields = derived.filter(field => 'sql' in field)
    checkDerivedNames(rules, new Set(derived.map(field => field.name)), faults)
    const pseudonymisation = recordTreatment(files, tables, faults, { isInUse: isInUse ?? false })
    return {
      version: manifest.version,
      record: describeRecord(
        manifest,
        files.listings.map(({ value }) => value),
      ),
      folder,
      baseFolder: files.baseFolder,
      lists: files.lists,
      tables,
      manifest,
      privacy,
      pseudonymisation,
      manifestOrigin: { file: files.manifest.file, lineOf: files.manifest.lineOf },
      rules,
      delivery: deliveryFiles(
        files.delivery,
        { manifest, tables, frame, derivedFields, derivedEntities, privacy, pseudonymisation },
        faults,
      ),
      levels: files.delivery?.value.level?.codes ?? [],
      derivedFields,
      derivedEntities,
      reports,
      listings,
      exampleRecord: files.exampleRecord.value,
    }
  })
  if (faults.length > 0) throw new RulesetError(faults)
  return ruleset
}
