// `npm run audit:verify [-- --json]`: reads the whole audit and compares it with its hashes and with the checkpoints in
// the database, the object store and the second place (AUDIT_CHECKPOINTS_DIR). A line for each fault and one for the
// sum; ends with 1 where there is a fault, with 2 where KEYS_DIR holds no key of the audit. Reads the database of
// DATABASE_URL or the embedded one of DATA_DIR, whether the server runs or not.
import pino from 'pino'
import { existingAuditKeys, verifierKey, verifyAudit } from '../server/audit/index.ts'
import { readConfig } from '../server/config.ts'
import { connect, reachEmbeddedDatabase } from '../server/database/index.ts'
import { createDisk } from '../server/disk.ts'
import { sharedSecret } from '../server/identity/index.ts'
import { createStorage, hasFileKeys } from '../server/storage/index.ts'
import { readOptions, refuseFault } from './support/options.ts'

const { json: asJson } = readOptions('npm run audit:verify -- [--json]', {
  json: { type: 'boolean', default: false },
})

try {
  const config = readConfig(process.env)
  const database =
    config.databaseUrl === undefined
      ? await reachEmbeddedDatabase(config.dataDir, pino({ level: 'silent' }))
      : { url: config.databaseUrl, stop: async () => undefined }
  const { db } = await connect(database.url, 2)
  const clock = { now: () => new Date() }
  const { dataDir, diskReserveBytes } = config
  const disk = createDisk({
    dataDir,
    databaseFolder: () => undefined,
    reserveBytes: () => diskReserveBytes,
  })
  try {
    const keys = existingAuditKeys(config.keysDir)
    const report = await verifyAudit({
      db,
      clock,
      store: await createStorage({
        config,
        secret: await sharedSecret(db, 'store'),
        clock,
        disk,
        hasStored: () => hasFileKeys(db),
      }),
      keys,
      secondPlace: config.auditCheckpointsDir,
    })
    if (asJson) console.log(JSON.stringify(report))
    else {
      for (const { position, text } of report.faults)
        console.log(position === undefined ? text : `line ${position} of the list: ${text}`)
      console.log(
        `${report.sealed} sealed lines, ${report.waiting} waiting, ${report.checkpoints} checkpoints, ${report.outside} outside, ${report.faults.length} faults`,
      )
      console.log(`Checkpoints are signed by ${verifierKey(keys.signer.publicKey)}`)
    }
    process.exitCode = report.faults.length === 0 ? 0 : 1
  } finally {
    await db.destroy()
    await database.stop()
  }
} catch (error) {
  refuseFault(error)
}
