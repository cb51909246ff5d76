import { readFileSync } from 'node:fs'
import { type CompiledSchema, compileSchema } from 'bedel-record'
import type { Setting } from './case.ts'
import { Catalogue } from './catalogue.ts'
import { engagementOf, secondEngagementOf } from './engagement.ts'
import { type Entity, EntityWriter, entity } from './entity.ts'
import { type FaultKind, type RecordFault, spoilt, takeChosenFault } from './faults.ts'
import { type Life, Population } from './life.ts'
import { personOf } from './person.ts'
import { type SampleProvider, sampleProvider } from './providers.ts'

export { type FaultKind, faultKinds, type RecordFault } from './faults.ts'
export type { SampleProvider } from './providers.ts'

export interface SampleOptions {
  /** Number of the provider at the agency, e.g. 0001 (UKPRN 10000001). */
  readonly provider: string
  /** Country where it is not that of the demonstration provider. */
  readonly country?: SampleProvider['country']
  readonly students: number
  /** Collection reference; the same seed gives the same people in each, so that years can be compared. */
  readonly collection?: string
  /** Collection by whose schema the file is written, where that of its own is not one of a release. */
  readonly schemaOf?: string
  readonly faults?: FaultKind
  /** Every how many students one has a fault that the schema or the rules find; otherwise as is usual for the kind. */
  readonly faultyEvery?: number | undefined
  /** Faults besides, in turn: every fourth student has one that it can have. */
  readonly chosenFaults?: readonly RecordFault[]
  readonly seed?: number
  /**
   * Number of another provider, to which every research student moves who would end in the year. Without it no file has a
   * transfer, so that no other provider has to agree before it can be submitted.
   */
  readonly researchersMoveTo?: string
  /** Whether the file begins with the Provider element; true by default. */
  readonly withProvider?: boolean
}

const schemaFiles: Readonly<Record<string, string>> = {
  22056: '22056_1_3_0.xsd',
  23056: '23056_1_0_0.xsd',
  24056: '24056_1_2_0.xsd',
  25056: '25056_1_0_0.xsd',
}

const compiled = new Map<string, CompiledSchema>()

/** The compiled schema of a student collection. Throws RangeError where there is none. */
export const studentSchema = (collection: string): CompiledSchema => {
  const known = compiled.get(collection)
  if (known !== undefined) return known
  const file = schemaFiles[collection]
  if (file === undefined)
    throw new RangeError(`There is no student schema for the collection "${collection}".`)
  const schema = compileSchema(
    readFileSync(new URL(`../../schemas/student/${file}`, import.meta.url), 'utf8'),
  )
  compiled.set(collection, schema)
  return schema
}

const chunkBytes = 262_144

/** Collects text and hands it on as UTF-8 in chunks of about 256 KiB. */
class Chunks {
  private readonly encoder = new TextEncoder()
  private text = ''

  add(text: string): Uint8Array | undefined {
    this.text += text
    return this.text.length < chunkBytes ? undefined : this.take()
  }

  take(): Uint8Array {
    const bytes = this.encoder.encode(this.text)
    this.text = ''
    return bytes
  }
}

/**
 * A realistic file of the student record, chunk by chunk, the same for the same options. Valid against the schema of
 * its collection unless the faults say otherwise.
 */
export function* generateSample(options: SampleOptions): Iterable<Uint8Array> {
  const chunks = new Chunks()
  for (const text of new SampleFile(options).parts()) {
    const chunk = chunks.add(text)
    if (chunk !== undefined) yield chunk
  }
  yield chunks.take()
}

class SampleFile {
  private readonly options: SampleOptions
  private readonly provider: SampleProvider
  private readonly collection: string
  private readonly faults: FaultKind
  private readonly setting: Setting
  private readonly catalogue: Catalogue
  private readonly writer: EntityWriter

  constructor(options: SampleOptions) {
    this.options = options
    this.provider = sampleProvider(options.provider, options.country)
    this.collection = options.collection ?? '23056'
    this.faults = options.faults ?? 'none'
    this.writer = new EntityWriter(studentSchema(options.schemaOf ?? this.collection))
    this.setting = {
      seed: options.seed ?? 1,
      provider: this.provider,
      year: 2000 + Number(this.collection.slice(0, 2)),
      researchersMoveTo: options.researchersMoveTo,
    }
    this.catalogue = new Catalogue(this.provider, options.students)
  }

  *parts(): Iterable<string> {
    const { catalogue, setting } = this
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<DataFutures>\n'
    if (this.options.withProvider !== false) yield this.xml(this.header())
    yield* this.all(catalogue.courses())
    yield* this.all(catalogue.modules())
    yield* this.all(catalogue.qualifications())
    yield* this.all(catalogue.sessionYears(setting.year))
    yield* this.students()
    yield* this.all(catalogue.venues())
    yield '</DataFutures>\n'
  }

  private *students(): Iterable<string> {
    const { options, setting, catalogue } = this
    const population = new Population(setting.seed, this.provider, catalogue, options.students)
    const chosen = [...(options.chosenFaults ?? [])]
    let index = 0
    for (const life of population.of(setting.year)) {
      const student = this.student(life)
      takeChosenFault(student, index, this.faults, chosen)
      const xml = spoilt(student, index, this.faults, options.faultyEvery)
        .map(one => this.xml(one))
        .join('')
      const isBroken = this.faults === 'malformed' && index === Math.floor(options.students / 2)
      yield isBroken ? xml.replace('</Engagement>\n', '') : xml
      index++
    }
  }

  /** The life as it is told in this file: with the supervisor to another provider, where the file is to have that. */
  private reportedLife(life: Life): Life {
    if (this.setting.researchersMoveTo === undefined || life.kind.calendar !== 'research') return life
    const sessions = life.sessions.map(session =>
      session.ending === undefined ? session : { ...session, ending: 'moved with supervisor' as const },
    )
    return { ...life, sessions }
  }

  private student(born: Life): Entity {
    const life = this.reportedLife(born)
    const person = personOf(this.setting.seed, this.provider, life)
    const second = secondEngagementOf(this.setting, life, person)
    return entity('Student', person.fields, [
      ...person.disabilities,
      engagementOf(this.setting, life, person),
      ...(second === undefined ? [] : [second]),
    ])
  }

  private header(): Entity {
    const { ukprn } = this.provider
    const other = ukprn === '10000001' ? '10000002' : '10000001'
    return entity('Provider', { UKPRN: this.faults === 'ukprn' ? other : ukprn, RECID: this.collection })
  }

  private *all(records: Iterable<Entity>): Iterable<string> {
    for (const record of records) yield this.xml(record)
  }

  private xml(record: Entity): string {
    return this.writer.write(record, 1)
  }
}
