// `npm run admin -- migrate`: brings the database up to date. `npm run admin -- bootstrap …`: makes an empty installation usable. `npm run admin -- remove-data`: removes everything that
// an installation without engines of its own keeps, also where its database lies outside DATA_DIR. `npm run admin --
// rotate-keys`: has other master keys protect the stored files and the secrets of webhooks. `npm run admin -- rotate-audit-key`: has another key sign the
// audit. `npm run admin -- rotate-pseudonyms`: from now on pseudonyms are made by another key.
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import pino from 'pino'
import { bootstrap, revokeAdministrator } from '../server/administration/bootstrap.ts'
import { publishFolders } from '../server/administration/publish.ts'
import { readProviders, readRegulators } from '../server/administration/register.ts'
import { rotateAuditKey } from '../server/audit/index.ts'
import { readConfig } from '../server/config.ts'
import {
  connect,
  type Database,
  migrate,
  migrateOutside,
  reachEmbeddedDatabase,
} from '../server/database/index.ts'
import { removeData } from '../server/database/removeData.ts'
import { createDisk } from '../server/disk.ts'
import { sharedSecret } from '../server/identity/index.ts'
import { inEnglish } from '../server/messages.ts'
import { openSpecifications } from '../server/processing.ts'
import { openPseudonymKeys } from '../server/pseudonymisation/index.ts'
import { createCheckProcesses, createPublishing } from '../server/publishing/index.ts'
import { createContent } from '../server/specifications/index.ts'
import {
  createFileKeys,
  createStorage,
  hasFileKeys,
  openMasterKeys,
  rotateMasterKey,
} from '../server/storage/index.ts'
import { createSecretKeys } from '../server/webhooks/index.ts'
import { createWorkFolders } from '../server/workFolders.ts'
import { ProblemError } from '../src/domain/problem.ts'
import { agencyPurpose } from '../src/domain/pseudonymisation.ts'
import { helpOn } from './support/help.mjs'
import { readOptions, refuse, refuseFault } from './support/options.ts'

const usage = `npm run admin -- migrate
       npm run admin -- bootstrap --administrator SUBJECT [--regulators FILE.csv] [--providers FILE.csv]
       npm run admin -- publish SCHEMAS RULESETS
       npm run admin -- revoke-administrator --administrator SUBJECT
       npm run admin -- remove-data --yes [--abandoned]
       npm run admin -- rotate-keys [--prepare]
       npm run admin -- rotate-audit-key
       npm run admin -- rotate-pseudonyms [--purpose ${agencyPurpose}]
  migrate      brings the database up to date as the owner of its tables (MIGRATION_DATABASE_URL), which no process that serves
               has to know then; before the first start, and before each upgrade
  bootstrap    adds the agency, the regulators and providers of the files, and the first administrator: SUBJECT is what the
               issuer's tokens say as "sub". Columns of the regulators: code, name, shortName, type, countries. Columns of
               the providers: instId, ukprn, name, publishedName, country, region, regulator, riskCode, awardingPowers,
               and if you want takesPart, onboarded, contactName, contactRole, contactEmail, contactPhone, contact2Name …
  publish      publishes the schemas (XSD) and rulesets of two folders and makes them Available, as schemas/student rulesets/student of
               the release, or your own; what is published already stays as it is
  revoke-administrator  takes back the role that bootstrap has given; what the issuer says of the person stays
  remove-data  removes DATA_DIR and its database for good; with --abandoned only databases of a DATA_DIR that was deleted
               without them. Not for PostgreSQL or an object store of your own: see docs/operate/remove.md
  rotate-keys  makes new master keys in KEYS_DIR and wraps the key of every stored file and the secret of every webhook by them,
               while the system runs or not; master keys of earlier rotations that nothing needs any more are removed. With
               --prepare they are made and not used before the next rotation: copy them to the other machines first
  rotate-audit-key  makes a new key in KEYS_DIR for the checkpoints of the audit, while the system runs or not; the one before
               counts for no line that is sealed later
  rotate-pseudonyms  makes a new key in KEYS_DIR for the pseudonyms of a purpose: what is made by it cannot be linked with
               what was made before`

const appRole = 'bedel_app'
const log = pino({ level: 'silent' })

/** `mayMake`: whether there may be no database yet. */
const databaseOf = async ({ mayMake }: { mayMake: boolean }) => {
  const { databaseUrl, migrationDatabaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl !== undefined) {
    const applied = await migrateOutside({ databaseUrl, migrationDatabaseUrl })
    return { url: databaseUrl, applied, stop: async () => undefined }
  }
  const database = await reachEmbeddedDatabase(dataDir, log, { mayMake })
  const applied = await migrate(database.ownerUrl, appRole)
  return { ...database, applied }
}

const runBootstrap = async (): Promise<void> => {
  const options = readOptions(usage, {
    administrator: { type: 'string' },
    regulators: { type: 'string' },
    providers: { type: 'string' },
  })
  const { administrator } = options
  if (!administrator) return refuse(`Say who the first administrator is.\nUsage: ${usage}`)
  const regulators = options.regulators ? await readRegulators(options.regulators) : []
  const { providers, notes } = options.providers
    ? await readProviders(options.providers)
    : { providers: [], notes: [] }
  for (const note of notes) console.log(`${options.providers}: ${note}`)
  const database = await databaseOf({ mayMake: true })
  try {
    const { db } = await connect(database.url, 1)
    const installation = { regulators, providers, providersFile: options.providers, administrator }
    await bootstrap(db, { ...installation, now: new Date() }).finally(() => db.destroy())
  } finally {
    await database.stop()
  }
  console.log(
    `Registered: regulators ${regulators.length}, providers ${providers.length}. ${administrator} is an administrator.`,
  )
}

const runPublish = async (): Promise<void> => {
  const [schemas, rulesets, ...rest] = process.argv.slice(2)
  if (schemas === undefined || rulesets === undefined || rest.length > 0)
    return refuse(`Name the folder of the schemas and that of the rulesets.\nUsage: ${usage}`)
  const config = readConfig(process.env)
  const database = await databaseOf({ mayMake: true })
  try {
    const { db } = await connect(database.url, 2)
    const workFolders = createWorkFolders(join(config.dataDir, 'work'))
    try {
      const content = createContent({ db, clock: { now: () => new Date() } })
      const specifications = openSpecifications({ config, db })
      const publishing = createPublishing({
        content,
        specifications,
        checks: createCheckProcesses(),
        workFolders,
      })
      const published = await publishFolders({ db, publishing, content }, { schemas, rulesets })
      console.log(
        published.length === 0 ? 'Everything is published already.' : `Published: ${published.join(', ')}.`,
      )
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const { reason, faults = [] } = error.problem
      const lines = faults.map(({ file, line, message }) => `${file}:${line} ${inEnglish(message)}`)
      refuse([inEnglish(reason), ...lines].join('\n'))
    } finally {
      await workFolders.close()
      await db.destroy()
    }
  } finally {
    await database.stop()
  }
}

const runMigrate = async (): Promise<void> => {
  const database = await databaseOf({ mayMake: false })
  await database.stop()
  console.log(
    database.applied.length === 0
      ? 'The database is up to date.'
      : `The database is brought up to date by ${database.applied.join(', ')}.`,
  )
}

const runRevokeAdministrator = async (): Promise<void> => {
  const { administrator } = readOptions(usage, { administrator: { type: 'string' } })
  if (!administrator) return refuse(`Say whose role is taken back.\nUsage: ${usage}`)
  const database = await databaseOf({ mayMake: false })
  try {
    const { db } = await connect(database.url, 1)
    await revokeAdministrator(db, { administrator, now: new Date() }).finally(() => db.destroy())
  } finally {
    await database.stop()
  }
  console.log(`${administrator} is an administrator no more, unless the issuer says so.`)
}

const runRemoveData = (): void => {
  const { yes, abandoned } = readOptions(usage, {
    yes: { type: 'boolean', default: false },
    abandoned: { type: 'boolean', default: false },
  })
  const { databaseUrl, s3, dataDir } = readConfig(process.env)
  if (databaseUrl !== undefined || s3 !== undefined)
    refuse(
      'The data of an installation on PostgreSQL or an object store of its own is not all in DATA_DIR, and this command cannot remove it. Nothing was removed: see docs/operate/remove.md.',
    )
  if (!yes) refuse(`This removes ${dataDir} and its database for good. Repeat it with --yes.`)
  for (const folder of removeData(dataDir, { onlyAbandoned: abandoned })) console.log(`Removed ${folder}`)
}

/** Throws MasterKeyMissing where KEYS_DIR is not that of the servers: a key that is made there signs or hides nothing. */
const requireKeys = (db: Kysely<Database>, keysDir: string): Promise<void> =>
  createFileKeys(db, openMasterKeys(keysDir)).compareMasters()

const runRotateKeys = async (): Promise<void> => {
  const { prepare } = readOptions(usage, { prepare: { type: 'boolean', default: false } })
  const { keysDir } = readConfig(process.env)
  const database = await databaseOf({ mayMake: false })
  try {
    const { db } = await connect(database.url, 2)
    try {
      await requireKeys(db, keysDir)
      const ofFiles = openMasterKeys(keysDir)
      const ofWebhooks = openMasterKeys(keysDir, 'webhooks')
      if (prepare) {
        const names = [ofFiles, ofWebhooks].map(masters => masters.prepare())
        return console.log(`Copy ${keysDir} to every machine, then rotate: ${names.join(' and ')} come next.`)
      }
      const files = await rotateMasterKey(ofFiles, createFileKeys(db, ofFiles))
      console.log(`The master key is ${files.name}; files whose keys it wraps: ${files.rewrapped}.`)
      const webhooks = await rotateMasterKey(ofWebhooks, createSecretKeys(db, ofWebhooks))
      console.log(`That of webhooks is ${webhooks.name}; secrets that it wraps: ${webhooks.rewrapped}.`)
      for (const removed of [...files.forgotten, ...webhooks.forgotten])
        console.log(`Removed the master key ${removed}, which nothing needs.`)
    } finally {
      await db.destroy()
    }
  } finally {
    await database.stop()
  }
}

const runRotateAuditKey = async (): Promise<void> => {
  const config = readConfig(process.env)
  const database = await databaseOf({ mayMake: false })
  try {
    const { db } = await connect(database.url, 2)
    const clock = { now: () => new Date() }
    const disk = createDisk({
      dataDir: config.dataDir,
      databaseFolder: () => undefined,
      reserveBytes: () => config.diskReserveBytes,
    })
    try {
      await requireKeys(db, config.keysDir)
      const { verifierKey, lastSize } = await rotateAuditKey({
        db,
        clock,
        store: await createStorage({
          config,
          secret: await sharedSecret(db, 'store'),
          clock,
          disk,
          hasStored: () => hasFileKeys(db),
        }),
        keysDir: config.keysDir,
        secondPlace: config.auditCheckpointsDir,
      })
      console.log(`Checkpoints are signed by ${verifierKey} from now on.`)
      console.log(`Sealed lines for which the key before counts: ${lastSize}.`)
    } finally {
      await db.destroy()
    }
  } finally {
    await database.stop()
  }
}

const runRotatePseudonyms = async (): Promise<void> => {
  const { purpose } = readOptions(usage, { purpose: { type: 'string', default: agencyPurpose } })
  const { keysDir } = readConfig(process.env)
  const database = await databaseOf({ mayMake: false })
  try {
    const { db } = await connect(database.url, 1)
    await requireKeys(db, keysDir).finally(() => db.destroy())
  } finally {
    await database.stop()
  }
  const name = openPseudonymKeys(keysDir).rotate(purpose)
  console.log(`Pseudonyms of the purpose ${purpose} are made by the key ${name} from now on.`)
}

process.umask(0o077)
helpOn(usage)
const [command] = process.argv.splice(2, 1)
try {
  if (command === 'migrate') await runMigrate()
  else if (command === 'bootstrap') await runBootstrap()
  else if (command === 'publish') await runPublish()
  else if (command === 'revoke-administrator') await runRevokeAdministrator()
  else if (command === 'remove-data') runRemoveData()
  else if (command === 'rotate-keys') await runRotateKeys()
  else if (command === 'rotate-audit-key') await runRotateAuditKey()
  else if (command === 'rotate-pseudonyms') await runRotatePseudonyms()
  else refuse(`Usage: ${usage}`)
} catch (error) {
  refuseFault(error)
}
