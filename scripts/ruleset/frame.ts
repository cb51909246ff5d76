import { type CompiledSchema, type DictionaryEntity, type DictionaryField, dictionaryOf } from 'bedel-record'
import { stringify } from 'yaml'

/** What a new ruleset is made of. */
export interface FrameOptions {
  schema: CompiledSchema
  /** Name of the schema's file. */
  schemaFile: string
  /** Where editors find the JSON Schemas of the files: a folder or an address. */
  schemasAt: (file: string, name: string) => string
}

const lettersOf = (name: string): string => name.replaceAll(/[^A-Za-z]/g, '') || 'Entity'
const wordOf = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '') || 'FIELD'

/** `LearningDelivery` as people read it. */
const inWords = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()

const isDate = ({ form, codes }: DictionaryField): boolean => codes.length === 0 && /^a date\b/.test(form)
const isNumber = ({ form, codes, isKey }: DictionaryField): boolean =>
  codes.length === 0 && !isKey && /\bnumber\b/.test(form)

/** A value as a field may have it; the example record needs no more than that rules can read it. */
const sampleValue = (field: DictionaryField): string =>
  field.codes[0]?.code ?? (isDate(field) ? '2000-01-01' : isNumber(field) ? '1' : 'A1')

type Row = { [name: string]: string | Row[] }

const rowOf = (entity: DictionaryEntity, all: readonly DictionaryEntity[]): Row => ({
  ...Object.fromEntries(entity.fields.map(field => [field.field, sampleValue(field)])),
  ...Object.fromEntries(
    all.filter(({ parent }) => parent === entity.name).map(child => [child.name, [rowOf(child, all)]]),
  ),
})

/** Names of fields that are of a type wherever they occur: types go by name. */
const namesOf = (fields: readonly DictionaryField[], is: (field: DictionaryField) => boolean): string[] =>
  [...Map.groupBy(fields, ({ field }) => field)].filter(([, same]) => same.every(is)).map(([name]) => name)

const quoted = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `"${name}"`)

interface RuleParts {
  entity: string
  field: string
  values: Record<string, unknown>
}

/** A rule that the keys of each entity are unique. */
const keyRule = (entity: DictionaryEntity, keys: readonly DictionaryField[]): RuleParts => {
  const names = keys.map(({ field }) => field)
  const of = quoted(entity.name)
  const same = names.map(name => `other.${quoted(name)} = ${of}.${quoted(name)}`).join(' and ')
  const called = names.join(' and ')
  return {
    entity: entity.name,
    field: names[0] ?? '',
    values: {
      name: `${called} occurs twice`.slice(0, 120),
      requirement: `Each ${inWords(entity.name)} must have its own ${called}${entity.parent === null ? '' : ` within its ${inWords(entity.parent)}`}.`,
      finding: `Another ${inWords(entity.name)} has the same ${called}.`,
      hint: 'Remove the duplicate, or correct the key.',
      entity: entity.name,
      kind: 'operational',
      population: names.map(name => `${of}.${quoted(name)} is not null`).join(' and '),
      failure: `(select count(*) from ${of} other where ${same} and other._parent is not distinct from ${of}._parent) > 1`,
      tolerance: '0%',
      examples: [{ passes: {} }, { fails: { [`+${entity.name}`]: {} }, count: '2' }],
    },
  }
}

const listName = ({ entity, field }: DictionaryField): string =>
  `${entity}_${field}`
    .replaceAll(/\W/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 100)

/** A rule that a coded field has a code of its list. */
const codeRule = (field: DictionaryField): RuleParts => {
  const at = `${quoted(field.entity)}.${quoted(field.field)}`
  const path = `${field.entity}.${field.field}`
  return {
    entity: field.entity,
    field: field.field,
    values: {
      name: `${field.field} is not a valid code`.slice(0, 120),
      requirement: `${field.field} must be a code of its list.`,
      finding: '{CODE} is not a code of the list.',
      hint: 'Use a code of the list.',
      entity: field.entity,
      kind: 'quality',
      population: `${at} is not null`,
      failure: `${at} not in (select code from list.${listName(field)})`,
      details: [{ CODE: at }],
      tolerance: '0%',
      examples: [
        { passes: { [path]: sampleValue(field) } },
        { fails: { [path]: 'no such code' } },
        { outside: { [path]: '' } },
      ],
    },
  }
}

const csvCell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const yaml = (value: unknown): string => stringify(value, { schema: 'failsafe', lineWidth: 0 })

/** Collection of a schema's version, as `24025_1_0_0`; one that nobody has if the schema names none. */
const collectionOf = (version: string): string => /^(\d{5})_/.exec(version)?.[1] ?? '26001'

const rulesOf = (entities: readonly DictionaryEntity[]): RuleParts[] =>
  entities.flatMap(entity => {
    const keys = entity.fields.filter(({ isKey }) => isKey)
    return [
      ...(keys.length > 0 ? [keyRule(entity, keys)] : []),
      ...entity.fields.filter(({ codes }) => codes.length > 0).map(codeRule),
    ]
  })

/** Units of the record: the entity at the top that has a key and most below it; their sub-units are the first entity below. */
const countedOf = (entities: readonly DictionaryEntity[]) => {
  const top = entities.filter(({ parent, isRepeatable }) => parent === null && isRepeatable)
  const below = (name: string) => entities.filter(({ parent }) => parent === name)
  const [units] = top.toSorted((one, other) => below(other.name).length - below(one.name).length)
  return units && { units: units.name, ...(below(units.name)[0] && { subs: below(units.name)[0]?.name }) }
}

/** Where a file says who returns what, if the schema has the usual fields. */
const headerOf = (entities: readonly DictionaryEntity[]) => {
  const pathOf = (name: string): string | undefined => {
    const holder = entities.find(({ fields }) => fields.some(({ field }) => field === name))
    return holder && `${holder.path}/${name}`
  }
  const [ukprn, collectionReference] = [pathOf('UKPRN'), pathOf('RECID')]
  return ukprn !== undefined && collectionReference !== undefined ? { ukprn, collectionReference } : undefined
}

/** The files of a ruleset that runs at once: a rule for each key and each code list of a schema, with examples. */
export const frameOf = ({ schema, schemaFile, schemasAt }: FrameOptions): ReadonlyMap<string, string> => {
  const entities = dictionaryOf(schema)
  const fields = entities.flatMap(entity => entity.fields)
  const collection = collectionOf(schema.version)
  const year = 2000 + Number(collection.slice(0, 2))
  const root = entities[0]?.path.split('/')[0] ?? 'Record'
  const summary = countedOf(entities)
  const header = headerOf(entities)
  const [unit, sub] = [
    inWords(summary?.units ?? 'record'),
    inWords(summary?.subs ?? summary?.units ?? 'record'),
  ]
  const files = new Map<string, string>()
  const add = (file: string, name: string, value: unknown) =>
    files.set(file, `# yaml-language-server: $schema=${schemasAt(file, name)}\n${yaml(value)}`)
  add('ruleset.yaml', 'ruleset', {
    version: `${collection}_1.0.0`,
    record: {
      id: (
        inWords(root)
          .replaceAll(/[^a-z0-9]+/g, '-')
          .replace(/^[^a-z]+/, '') || 'record'
      ).slice(0, 40),
      name: inWords(root)
        .replace(/^./, first => first.toUpperCase())
        .slice(0, 40),
      words: { unit, units: `${unit}s`, sub, subs: `${sub}s` },
    },
    schema: schemaFile,
    rulePrefix: 'QR.',
    exampleCollection: collection,
    exampleYear: String(year),
    regulators: { E: '5016', W: '5002', S: '5003', N: '5004' },
    specialists: [],
    ...(header && { header }),
    columns: { date: namesOf(fields, isDate), number: namesOf(fields, isNumber) },
    links: [],
    functions: {},
    chapters: [],
    shading: [],
    ...(summary && { summary }),
  })
  add(
    'example.yaml',
    'example',
    Object.fromEntries(
      entities
        .filter(({ parent }) => parent === null)
        .map(entity => [entity.name, [rowOf(entity, entities)]]),
    ),
  )
  for (const field of fields.filter(({ codes }) => codes.length > 0))
    files.set(
      `lists/${listName(field)}.csv`,
      ['code,label', ...field.codes.map(({ code, label }) => `${csvCell(code)},${csvCell(label)}`)].join(
        '\n',
      ) + '\n',
    )
  const numbers = new Map<string, number>()
  for (const { entity, field, values } of rulesOf(entities)) {
    const base = `${lettersOf(entity)}.${wordOf(field)}`
    const number = (numbers.get(base) ?? 900) + 1
    numbers.set(base, number)
    const code = `${base}.${number}`
    add(`rules/${code}.V01.yaml`, 'rule', { code, version: 'V01', ...values })
  }
  return files
}
