import type { Database } from '../database.ts'
import { quoted } from '../database.ts'
import { computeDerived, FunctionErrors, prepareRecord, transferColumnsOf, withNeeded } from '../derive.ts'
import type { RegisteredProvider, SubmissionFacts } from '../facts.ts'
import { constantSql, createPlainTables, type EntityTable } from '../tables.ts'
import { nameFailing } from './compileRule.ts'
import { changed, type ExampleTree, loadExample, recordTarget } from './exampleRecord.ts'
import type { RulesetFault } from './fault.ts'
import type { ExampleChanges, RuleExample } from './model.ts'
import type { Origin, Ruleset } from './ruleset.ts'
import { sqlReason } from './sqlReason.ts'

const ownProvider: RegisteredProvider = {
  instId: '0001',
  ukprn: '10000001',
  name: 'University of Ashby',
  countryCode: 'E',
  region: 'East Midlands',
  postcode: 'LE65 1AA',
  degreeAwardingPowers: true,
  returnsRecord: true,
}

/** The submission that every example pretends to be. */
const exampleFacts = (ruleset: Ruleset): SubmissionFacts => {
  const year = ruleset.manifest.exampleYear
  return {
    submissionId: '00000000-0000-4000-8000-000000000001',
    collectionReference: ruleset.manifest.exampleCollection,
    referencePeriodStart: `${year}-08-01`,
    referencePeriodEnd: `${year + 1}-07-31`,
    provider: ownProvider,
    register: [ownProvider],
  }
}

/** Tables beside the record that an example may fill: the register of providers, transfers, the previous year's record. */
export const otherTables = ({ manifest }: Pick<Ruleset, 'manifest'>): EntityTable[] => [
  { name: 'RegisteredProvider', parent: null, columns: Object.keys(ownProvider), keys: [] },
  ...(manifest.transfers
    ? [{ name: manifest.transfers.table, parent: null, columns: transferColumnsOf(manifest), keys: [] }]
    : []),
  ...(manifest.history
    ? [
        {
          name: manifest.history.table,
          parent: null,
          columns: Object.keys(manifest.history.columns),
          keys: [],
        },
      ]
    : []),
]

/** The example record of a ruleset in a database, and what is found to be wrong while it is used. */
export class ExampleSession {
  readonly faults: RulesetFault[] = []
  /** Functions of the manifest that are not there. */
  readonly badFunctions: string[] = []
  readonly database: Database
  readonly ruleset: Ruleset
  readonly #tables: readonly EntityTable[]
  readonly #others: readonly string[]
  readonly #base: ExampleTree
  #loaded: ReadonlyMap<string, string> = new Map()

  constructor(database: Database, ruleset: Ruleset) {
    const others = otherTables(ruleset)
    this.database = database
    this.ruleset = ruleset
    this.#others = others.map(table => table.name)
    this.#tables = [...ruleset.tables, ...others]
    this.#base = {
      RegisteredProvider: [
        Object.fromEntries(Object.entries(ownProvider).map(([name, value]) => [name, String(value)])),
      ],
      ...ruleset.exampleRecord,
    }
  }

  /** Makes the tables and fills them with the example record. Functions of the manifest that do not bind are faults. */
  async prepare(): Promise<void> {
    await createPlainTables(this.database, this.ruleset.tables, this.ruleset.manifest.columns)
    await prepareRecord(this.database, this.ruleset, exampleFacts(this.ruleset)).catch((error: unknown) => {
      if (!(error instanceof FunctionErrors)) throw error
      this.#noteFunctions(error)
    })
    await nameFailing(this.database)
    this.#loaded = await this.#load(this.#base)
  }

  #noteFunctions({ causes }: FunctionErrors): void {
    const { manifest, manifestOrigin } = this.ruleset
    for (const [name, cause] of causes) {
      const words = manifest.functions[name]?.sql.toLowerCase().match(/\w+/g) ?? []
      // What reads another one at fault has no fault of its own.
      if (!words.some(word => word !== name && causes.has(word)))
        this.fault(manifestOrigin, ['functions', name, 'sql'], `functions.${name}: ${sqlReason(cause)}`)
      this.badFunctions.push(name)
    }
  }

  #load(tree: ExampleTree) {
    return loadExample(this.database, tree, this.#tables, this.#loaded, table =>
      this.#others.includes(table.name)
        ? { name: quoted(table.name), columns: table.columns }
        : recordTarget(table),
    )
  }

  /** Notes a fault at its place. */
  fault(origin: Origin, path: readonly PropertyKey[], message: string): void {
    this.faults.push({ file: origin.file, line: origin.lineOf(path), message })
  }

  /** Runs `work` on the changed example record with the derived fields it needs, and leaves no trace of it. */
  async within<T>(
    changes: ExampleChanges,
    { country, ukprn }: Pick<RuleExample, 'country' | 'ukprn'>,
    derived: Iterable<string>,
    work: () => Promise<T>,
  ): Promise<T> {
    const database = this.database
    await database.run('begin')
    try {
      await this.#load(changed(this.#base, changes, this.#tables))
      if (country !== undefined) await database.run(constantSql('provider_country', 'varchar', country))
      if (ukprn !== undefined) await database.run(constantSql('provider_ukprn', 'varchar', ukprn))
      const needed = withNeeded(this.ruleset, derived)
      if (needed.size > 0) await computeDerived(database, this.ruleset, needed, () => {})
      return await work()
    } finally {
      await database.run('rollback')
    }
  }
}
