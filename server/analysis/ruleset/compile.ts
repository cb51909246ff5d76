import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import type { CodeList } from 'bedel-record'
import { describeRecord } from '../../../src/domain/record.ts'
import { withDatabase } from '../database.ts'
import { registerColumns, transferColumnsOf } from '../derive.ts'
import type { EntityTable } from '../tables.ts'
import { compileDerived, type Underived, withLevels } from './compileDerived.ts'
import { compileRule } from './compileRule.ts'
import { type Compiler, knownEntity, readNamedSql, readSql, type ShowingCompiler } from './compiler.ts'
import { deliveryFiles } from './delivery.ts'
import { strangeNames } from './exampleRecord.ts'
import { otherTables as exampleTables } from './exampleSession.ts'
import { RulesetError, type RulesetFault } from './fault.ts'
import { labelsOf } from './finding.ts'
import { type RulesetFiles, readRulesetFiles } from './folder.ts'
import { type Frame, frameOf, fromClause } from './frame.ts'
import { guidanceOf } from './guidance.ts'
import type { ExampleChanges, ManifestFile } from './model.ts'
import { didYouMean } from './nearest.ts'
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

/** What a report names of the manifest. */
const checkNamed = (
  { manifest, faults, unsure }: Compiler,
  reports: readonly CredibilityReportDefinition[],
  isInUse: boolean,
): void => {
  const chapters = manifest.chapters.map(({ id }) => id)
  for (const { specialist, chapter, file, lineOf } of reports) {
    for (const [index, code] of unsure.has('specialists') ? [] : specialist.entries())
      if (!manifest.specialists.includes(code))
        faults.push({
          file,
          line: lineOf(['specialist', index]),
          message: `specialist: "${code}" is not under specialists in ruleset.yaml.${didYouMean(code, manifest.specialists)}`,
        })
    if (!isInUse && !unsure.has('chapters') && chapter !== undefined && !chapters.includes(chapter))
      faults.push({
        file,
        line: lineOf(['chapter']),
        message: `chapter: "${chapter}" is not under chapters in ruleset.yaml.${didYouMean(chapter, chapters)}`,
      })
  }
}

/** Notes entities and fields that the manifest names, and the schema does not have. Whether any is under columns. */
const checkNames = (
  { manifest, tables, faults }: Compiler,
  { manifest: { file, lineOf } }: RulesetFiles,
): boolean => {
  const entities = tables.map(({ name }) => name)
  const all = [...new Set(tables.flatMap(({ columns }) => columns))]
  const note = (path: readonly PropertyKey[], message: string) =>
    faults.push({ file, line: lineOf(path), message: `${String(path[0])}: ${message}` })
  const entity = (path: readonly PropertyKey[], name: string | undefined) => {
    if (name !== undefined && !entities.includes(name))
      note(path, `The schema has no entity "${name}".${didYouMean(name, entities)}`)
  }
  for (const kind of ['date', 'number'] as const)
    for (const [index, name] of manifest.columns[kind].entries())
      if (!all.includes(name))
        note(['columns', kind, index], `The schema has no field "${name}".${didYouMean(name, all)}`)
  entity(['summary', 'units'], manifest.summary?.units)
  entity(['summary', 'subs'], manifest.summary?.subs)
  for (const [name, fields] of Object.entries(manifest.keys ?? {})) {
    entity(['keys', name], name)
    const columns = tables.find(table => table.name === name)?.columns ?? fields
    for (const [index, field] of fields.entries())
      if (!columns.includes(field))
        note(['keys', name, index], `${name} has no field "${field}".${didYouMean(field, columns)}`)
  }
  return [...manifest.columns.date, ...manifest.columns.number].some(name => !all.includes(name))
}

/** What the example record and the examples name, and the schema does not have. */
const checkExampleNames = (compiler: Compiler, files: RulesetFiles): void => {
  const { manifest, faults, unsure } = compiler
  if (unsure.has('history') || unsure.has('transfers')) return
  const tables = [...compiler.tables, ...exampleTables({ manifest })]
  const check = (
    { file, lineOf }: Origin,
    at: readonly PropertyKey[],
    changes: ExampleChanges | undefined,
  ) => {
    for (const { path, message } of strangeNames(changes ?? {}, tables))
      faults.push({ file, line: lineOf([...at, ...path]), message })
  }
  check(files.exampleRecord, [], files.exampleRecord.value)
  for (const rule of files.rules)
    for (const [index, example] of rule.value.examples.entries())
      for (const kind of ['passes', 'fails', 'outside', 'with'] as const)
        check(rule, ['examples', index, kind], example[kind])
  for (const file of [...files.derived, ...files.reports, ...files.listings])
    for (const [index, example] of file.value.examples.entries())
      check(file, ['examples', index, 'with'], example.with)
}

/** Without an example nothing fails when a number or a condition is changed by mistake. */
const checkExamples = (
  { faults }: Compiler,
  items: readonly (Origin & { examples: readonly unknown[] })[],
): void => {
  for (const { file, lineOf, examples } of items)
    if (examples.length === 0)
      faults.push({ file, line: lineOf([]), message: 'examples: Give at least one example.' })
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
  for (const { code, file, lineOf } of items) {
    const first = seen.get(code)
    if (first)
      faults.push({
        file,
        line: lineOf(['code']),
        message: `${code} is already defined in ${first}. Remove one of them, or give it another code.`,
      })
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
      const isOfPopulation = rule.condition.population.includes(name) && !rule.condition.fails.includes(name)
      faults.push({
        file: rule.file,
        line: rule.lineOf([isOfPopulation ? 'population' : rule.measure ? 'measure' : 'failure']),
        message: `There is no derived field "${name}".${didYouMean(name, names)}`,
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

/** A ruleset as far as it compiles, and what is wrong with it. */
export interface CompiledRuleset {
  /** Never used for records if there are faults; undefined if the manifest cannot be read. */
  ruleset: Ruleset | undefined
  faults: readonly RulesetFault[]
  /** Files with SQL that cannot be read. */
  unread: ReadonlySet<string>
  /** Properties of the manifest that are at fault. */
  unsure: ReadonlySet<string>
}

/** Names of derived fields whose file is at fault: others may read them. */
export const faultyDerived = (faults: readonly RulesetFault[]): string[] =>
  faults.flatMap(({ file }) => /(?:^|\/)derived\/([^/]+)\.yaml$/.exec(file)?.[1] ?? [])

/**
 * Reads a ruleset folder against the entity tables of its schema: every file parsed, every piece of SQL parsed and given its
 * FROM clause. Throws RulesetError with all faults found. `verifyRuleset` then binds the SQL and runs the examples.
 */
export const loadRuleset = async (
  folder: string,
  tables: readonly EntityTable[],
  options: LoadOptions = {},
): Promise<Ruleset> => {
  const { ruleset, faults } = await compileRuleset(folder, tables, options)
  if (faults.length > 0 || !ruleset) throw new RulesetError(faults)
  return ruleset
}

/** Reads a ruleset folder as `loadRuleset` does, and goes on after a fault: an author sees all of them at once. */
export const compileRuleset = async (
  folder: string,
  tables: readonly EntityTable[],
  { onlyRule, isInUse = false, codedFields = [] }: LoadOptions = {},
): Promise<CompiledRuleset> => {
  const faults: RulesetFault[] = []
  const unread = new Set<string>()
  const all = await readRulesetFiles(folder, faults)
  if (!all) return { ruleset: undefined, faults, unread, unsure: new Set() }
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
  const unsure = new Set(files.manifest.unsure)
  const unreadable = faultyDerived(faults)
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
        ...unreadable,
        'RegisteredProvider',
        ...(manifest.history ? [manifest.history.table] : []),
        ...(manifest.transfers ? [manifest.transfers.table] : []),
      ],
      lists: files.lists.map(({ name }) => name),
      isUnsure: ['links', 'history', 'transfers'].some(part => unsure.has(part)),
    })
    const plain: Compiler = {
      database,
      manifest,
      tables,
      faults,
      unread,
      unsure,
      frame,
      reach,
      derivedReads: new Map(),
    }
    if (!isInUse) {
      // Fields that are named wrongly have the wrong type, and SQL that reads them would be blamed.
      if (checkNames(plain, files)) unsure.add('columns')
      checkExampleNames(plain, files)
    }
    const underived: Underived[] = []
    for (const file of files.derived) underived.push(await compileDerived(plain, file))
    const derived = withLevels(underived, plain, unreadable)
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
    const guidance = guidanceOf(
      files.guidance,
      [...files.rules, ...faults.filter(({ file }) => file.startsWith('rules/'))],
      tables,
      faults,
    )
    for (const file of files.rules)
      rules.push({
        ...(await compileRule(compiler, file)),
        guidance: guidance.get(basename(file.file, '.yaml')) ?? null,
      })
    const reports: CredibilityReportDefinition[] = []
    for (const file of files.reports) reports.push(await compileReport(compiler, file))
    const listings: ListingDefinition[] = []
    for (const file of files.listings) listings.push(await compileListing(compiler, file))
    checkNamed(compiler, reports, isInUse)
    checkUnique(rules, faults)
    checkUnique(reports, faults)
    if (!isInUse) {
      checkTexts(faults, files.rules)
      checkExamples(compiler, [...reports, ...listings])
    }
    const derivedFields = derived.filter(field => 'sql' in field)
    checkDerivedNames(rules, new Set([...derived.map(field => field.name), ...unreadable]), faults)
    const pseudonymisation = recordTreatment(files, tables, faults, { isInUse })
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
  return { ruleset, faults, unread, unsure }
}
