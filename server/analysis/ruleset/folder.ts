import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'
import { describeRecord, type RecordDescription } from '../../../src/domain/record.ts'
import type { HeaderPaths } from '../../../src/domain/recordHeader.ts'
import { RulesetError, type RulesetFault } from './fault.ts'
import { type GuidanceFile, readGuidance } from './guidance.ts'
import {
  baseFile,
  deliveryFile,
  derivedFile,
  describedFile,
  exampleRecordFile,
  listingFile,
  manifestFile,
  privacyFile,
  pseudonymisationFile,
  reportFile,
  ruleFile,
  supplementFile,
} from './model.ts'
import type { CodeList } from './ruleset.ts'
import {
  derivedStandIns,
  listingStandIns,
  manifestStandIns,
  reportStandIns,
  ruleStandIns,
} from './standIns.ts'
import { type ParsedFile, readYamlFile, type StandIns } from './yamlFile.ts'

/** Every file of a ruleset folder, parsed and of the right form, not yet compiled. */
export interface RulesetFiles {
  /** The folder of the base; null where the ruleset stands alone. */
  baseFolder: string | null
  manifest: ParsedFile<z.infer<typeof manifestFile>>
  exampleRecord: ParsedFile<z.infer<typeof exampleRecordFile>>
  /** Classes of the record's fields; without, every field is protected as the most sensitive one. */
  privacy: ParsedFile<z.infer<typeof privacyFile>> | undefined
  /** What becomes of the record's fields when it is pseudonymised; without, it cannot be. */
  pseudonymisation: ParsedFile<z.infer<typeof pseudonymisationFile>> | undefined
  /** The files that are delivered of the record; without, none are. */
  delivery: ParsedFile<z.infer<typeof deliveryFile>> | undefined
  rules: ParsedFile<z.infer<typeof ruleFile>>[]
  derived: ParsedFile<z.infer<typeof derivedFile>>[]
  reports: ParsedFile<z.infer<typeof reportFile>>[]
  listings: ParsedFile<z.infer<typeof listingFile>>[]
  lists: CodeList[]
  guidance: GuidanceFile[]
}

const namesIn = async (folder: string, ending: string): Promise<string[]> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter(name => name.endsWith(ending)).sort()
}

const readAll = async <S extends z.ZodType>(
  folder: string,
  part: string,
  schema: S,
  faults: RulesetFault[],
  standIns?: StandIns,
) => {
  const names = await namesIn(join(folder, part), '.yaml')
  const files = await Promise.all(
    names.map(name => readYamlFile(join(folder, part, name), `${part}/${name}`, schema, faults, standIns)),
  )
  return files.filter(file => file !== undefined)
}

/** Cells of one line: commas between, quotes around a cell that holds a comma or (doubled) a quote. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quotedCell, cell]) =>
    quotedCell === undefined ? (cell ?? '').trim() : quotedCell.replaceAll('""', '"'),
  )

/** Code lists: CSV with a header line, each a table `list.<file name>` of text columns. Lines that begin with # are notes. */
const readLists = async (folder: string, faults: RulesetFault[]): Promise<CodeList[]> => {
  const names = await namesIn(join(folder, 'lists'), '.csv')
  return Promise.all(
    names.map(async name => {
      const lines = (await readFile(join(folder, 'lists', name), 'utf8')).split(/\r?\n/)
      const filled = lines
        .map((text, index) => ({ cells: cellsOf(text), line: index + 1, text }))
        .filter(({ text }) => text.trim() !== '' && !text.startsWith('#'))
      const [header, ...rows] = filled
      const columns = header?.cells ?? []
      for (const row of rows.filter(({ cells }) => cells.length !== columns.length)) {
        faults.push({
          file: `lists/${name}`,
          line: row.line,
          message: `This line has ${row.cells.length} cells, the header has ${columns.length}.`,
        })
      }
      return {
        name: basename(name, '.csv'),
        columns,
        rows: rows.map(({ cells }) => cells).filter(cells => cells.length === columns.length),
      }
    }),
  )
}

/** A file bears the name of what it holds, so that a rule is found by its code. */
const checkName = (
  { file, lineOf, unsure }: Pick<ParsedFile<unknown>, 'file' | 'lineOf' | 'unsure'>,
  parts: readonly { property: string; value: string }[],
  faults: RulesetFault[],
): void => {
  const expected = parts.map(({ value }) => value).join('.')
  const [first] = parts
  if (basename(file, '.yaml') === expected || parts.some(({ property }) => unsure?.has(property))) return
  const line = lineOf([first?.property ?? ''])
  faults.push({ file, line, message: `This file holds ${expected}; name it ${expected}.yaml.` })
}

const readParts = async (folder: string, faults: RulesetFault[]) => {
  const [rules, derived, reports, listings, lists, guidance] = await Promise.all([
    readAll(folder, 'rules', ruleFile, faults, ruleStandIns),
    readAll(folder, 'derived', derivedFile, faults, derivedStandIns),
    readAll(folder, 'reports', reportFile, faults, reportStandIns),
    readAll(folder, 'listings', listingFile, faults, listingStandIns),
    readLists(folder, faults),
    readGuidance(folder),
  ])
  for (const rule of rules) {
    const { code, version } = rule.value
    const named = [
      { property: 'code', value: code },
      { property: 'version', value: version },
    ]
    checkName(rule, named, faults)
  }
  for (const field of derived) checkName(field, [{ property: 'name', value: field.value.name }], faults)
  for (const one of [...reports, ...listings])
    checkName(one, [{ property: 'code', value: one.value.code }], faults)
  return { rules, derived, reports, listings, lists, guidance }
}

/** A file that a ruleset may leave out. */
const readOptional = async <S extends z.ZodType>(
  folder: string,
  name: string,
  schema: S,
  faults: RulesetFault[],
): Promise<ParsedFile<z.infer<S>> | undefined> => {
  const [found] = (await namesIn(folder, name)).filter(one => one === name)
  return found === undefined ? undefined : readYamlFile(join(folder, name), name, schema, faults)
}

/** What is said of each field of the record. */
const readFields = async (folder: string, faults: RulesetFault[]) => {
  const [privacy, pseudonymisation, delivery] = await Promise.all([
    readOptional(folder, 'privacy.yaml', privacyFile, faults),
    readOptional(folder, 'pseudonymisation.yaml', pseudonymisationFile, faults),
    readOptional(folder, 'delivery.yaml', deliveryFile, faults),
  ])
  return { privacy, pseudonymisation, delivery }
}

/** In place of an example record at fault. */
const noExample: RulesetFiles['exampleRecord'] = { file: 'example.yaml', value: {}, lineOf: () => 1 }

const readOwn = async (folder: string, faults: RulesetFault[]): Promise<RulesetFiles | undefined> => {
  const [manifest, exampleRecord, fields, parts] = await Promise.all([
    readYamlFile(join(folder, 'ruleset.yaml'), 'ruleset.yaml', manifestFile, faults, manifestStandIns),
    readYamlFile(join(folder, 'example.yaml'), 'example.yaml', exampleRecordFile, faults),
    readFields(folder, faults),
    readParts(folder, faults),
  ])
  return (
    manifest && {
      baseFolder: null,
      manifest,
      exampleRecord: exampleRecord ?? noExample,
      ...fields,
      ...parts,
    }
  )
}

const baseFolderOf = (folder: string, base: string): string => join(dirname(folder), basename(base))

const readSupplement = async (
  folder: string,
  base: RulesetFiles,
  faults: RulesetFault[],
): Promise<RulesetFiles | undefined> => {
  const [supplement, [exampleName], fields, parts] = await Promise.all([
    readYamlFile(join(folder, 'ruleset.yaml'), 'ruleset.yaml', supplementFile, faults, manifestStandIns),
    namesIn(folder, 'example.yaml'),
    readFields(folder, faults),
    readParts(folder, faults),
  ])
  const exampleRecord =
    exampleName === undefined
      ? base.exampleRecord
      : ((await readYamlFile(join(folder, exampleName), exampleName, exampleRecordFile, faults)) ?? noExample)
  if (!supplement) return undefined
  const { without, base: name, ...own } = supplement.value
  const inherited = <T extends { file: string }>(items: readonly T[], replaced: readonly T[]): T[] => [
    ...items
      .filter(({ file }) => !without.includes(file) && !replaced.some(item => item.file === file))
      .map(item => ({ ...item, file: `../${name}/${item.file}` })),
    ...replaced,
  ]
  const known = new Set(
    [base.rules, base.derived, base.reports, base.listings].flat().map(({ file }) => file),
  )
  for (const [index, file] of without.entries()) {
    if (known.has(file)) continue
    const line = supplement.lineOf(['without', index])
    faults.push({ file: 'ruleset.yaml', line, message: `without: the base has no file "${file}".` })
  }
  const rules = inherited(base.rules, parts.rules)
  const heirs = new Set(rules.map(({ file }) => basename(file, '.yaml')))
  return {
    baseFolder: baseFolderOf(folder, name),
    manifest: {
      ...supplement,
      value: {
        ...base.manifest.value,
        ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
      },
    },
    exampleRecord,
    privacy: fields.privacy ?? base.privacy,
    pseudonymisation: fields.pseudonymisation ?? base.pseudonymisation,
    delivery: fields.delivery ?? base.delivery,
    rules,
    derived: inherited(base.derived, parts.derived),
    reports: inherited(base.reports, parts.reports),
    listings: inherited(base.listings, parts.listings),
    // A rule that is left out or another version takes its guidance with it.
    guidance: inherited(base.guidance, parts.guidance).filter(
      ({ file }) => !file.startsWith('../') || heirs.has(basename(file, '.md')),
    ),
    lists: [
      ...base.lists.filter(({ name }) => !parts.lists.some(list => list.name === name)),
      ...parts.lists,
    ],
  }
}

/** Every fault of form of the files in a folder, whatever its base is. */
export const formFaultsIn = async (folder: string): Promise<RulesetFault[]> => {
  const faults: RulesetFault[] = []
  const manifest = join(folder, 'ruleset.yaml')
  const kind = await readYamlFile(manifest, 'ruleset.yaml', baseFile, [], manifestStandIns)
  const isSupplement = kind?.value.base !== undefined
  await Promise.all([
    readYamlFile(manifest, 'ruleset.yaml', isSupplement ? supplementFile : manifestFile, faults),
    isSupplement
      ? readOptional(folder, 'example.yaml', exampleRecordFile, faults)
      : readYamlFile(join(folder, 'example.yaml'), 'example.yaml', exampleRecordFile, faults),
    readFields(folder, faults),
    readParts(folder, faults),
  ])
  return faults
}

const read = async (folder: string, faults: RulesetFault[]): Promise<RulesetFiles | undefined> => {
  // Faults of the manifest are found when it is read as a whole.
  const kind = await readYamlFile(
    join(folder, 'ruleset.yaml'),
    'ruleset.yaml',
    baseFile,
    [],
    manifestStandIns,
  )
  const base = kind?.value.base
  if (base === undefined) return readOwn(folder, faults)
  if ((await namesIn(baseFolderOf(folder, base), 'ruleset.yaml')).length === 0) {
    const line = kind?.lineOf(['base']) ?? 1
    faults.push(...(await formFaultsIn(folder)), {
      file: 'ruleset.yaml',
      line,
      message: `base: There is no ruleset in the folder "../${base}".`,
    })
    return undefined
  }
  const ofBase: RulesetFault[] = []
  const baseFiles = await readOwn(baseFolderOf(folder, base), ofBase)
  faults.push(...ofBase.map(fault => ({ ...fault, file: `../${base}/${fault.file}` })))
  return baseFiles && readSupplement(folder, baseFiles, faults)
}

/**
 * Reads a whole ruleset folder, with that of its base if it has one. Every fault of form is added to `faults`; files are named
 * from the ruleset's folder. Undefined if the manifest cannot be read.
 */
export const readRulesetFiles = (folder: string, faults: RulesetFault[]): Promise<RulesetFiles | undefined> =>
  read(folder, faults)

/** Reads a whole ruleset folder, with that of its base if it has one. Throws RulesetError with every fault of form. */
export const readRulesetFolder = async (folder: string): Promise<RulesetFiles> => {
  const faults: RulesetFault[] = []
  const files = await read(folder, faults)
  if (faults.length > 0 || !files) throw new RulesetError(faults)
  return files
}

/** What a ruleset is: its version, that of its schema, as `23056_1_0_0`, and the ruleset that it is based on. */
export interface RulesetIdentity {
  version: string
  schemaVersion: string
  base: string | undefined
  /** Line of a part of its manifest, for what is wrong with one of these. */
  lineOf: (path: readonly PropertyKey[]) => number
}

/** What a ruleset is, by its manifest alone. Throws RulesetError with every fault of form. */
export const readIdentity = async (folder: string): Promise<RulesetIdentity> => {
  const faults: RulesetFault[] = []
  const manifest = await readYamlFile(join(folder, 'ruleset.yaml'), 'ruleset.yaml', baseFile, faults)
  if (!manifest) throw new RulesetError(faults)
  const { version, schema, base } = manifest.value
  return { version, schemaVersion: basename(schema, '.xsd'), base, lineOf: manifest.lineOf }
}

/** What a ruleset, and its base, say of the record, with the lists of both. */
const readDescribed = async (folder: string, faults: RulesetFault[]): Promise<Described | undefined> => {
  const [manifest, listings] = await Promise.all([
    readYamlFile(join(folder, 'ruleset.yaml'), 'ruleset.yaml', describedFile, faults),
    readAll(folder, 'listings', listingFile, faults),
  ])
  if (!manifest) return undefined
  const { base, without = [], ...own } = manifest.value
  const inherited = base === undefined ? undefined : await readDescribed(baseFolderOf(folder, base), faults)
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  return {
    manifest: { ...inherited?.manifest, ...given },
    listings: [
      ...(inherited?.listings ?? []).filter(
        ({ file }) => !without.includes(file) && !listings.some(other => other.file === file),
      ),
      ...listings,
    ],
  }
}

interface Described {
  manifest: z.infer<typeof describedFile>
  listings: ParsedFile<z.infer<typeof listingFile>>[]
}

/**
 * The record that a ruleset is for; undefined if neither it nor its base says. Reads the manifests and the lists only. Throws
 * RulesetError with every fault of form.
 */
export const readRecord = async (folder: string): Promise<RecordDescription | undefined> => {
  const faults: RulesetFault[] = []
  const described = await readDescribed(folder, faults)
  if (!described || faults.length > 0) throw new RulesetError(faults)
  const { record, ...manifest } = described.manifest
  return (
    record &&
    describeRecord(
      { record, ...manifest },
      described.listings.map(({ value }) => value),
    )
  )
}

/**
 * The classes that a ruleset gives to the fields of its record, or its base for it; undefined where neither does. Reads nothing
 * else. Throws RulesetError with every fault of form.
 */
export const readFieldClasses = async (
  folder: string,
): Promise<NonNullable<RulesetFiles['privacy']>['value'] | undefined> => {
  const faults: RulesetFault[] = []
  const own = await readOptional(folder, 'privacy.yaml', privacyFile, faults)
  if (faults.length > 0) throw new RulesetError(faults)
  if (own) return own.value
  const { base } = await readIdentity(folder)
  return base === undefined ? undefined : readFieldClasses(baseFolderOf(folder, base))
}

/**
 * Where the files of a ruleset's record name their provider and collection; undefined where they do not. Reads the
 * manifests only. Throws RulesetError with every fault of form.
 */
export const readHeaderPaths = async (folder: string): Promise<HeaderPaths | undefined> => {
  const faults: RulesetFault[] = []
  const manifest = await readYamlFile(join(folder, 'ruleset.yaml'), 'ruleset.yaml', baseFile, faults)
  if (!manifest) throw new RulesetError(faults)
  const { header, base } = manifest.value
  return header ?? (base === undefined ? undefined : readHeaderPaths(baseFolderOf(folder, base)))
}
