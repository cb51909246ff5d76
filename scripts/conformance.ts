// `npm run conformance [-- --json]`: replays the whole stored history through the chart; ends with 1 where an event is not
// one that the chart would have taken. For a nightly run: reads the database of DATABASE_URL or, where the server does
// not run, the embedded one of DATA_DIR.
import pino from 'pino'
import { ConfigError, readConfig } from '../server/config.ts'
import { connect, DataFolderInUse, startEmbeddedDatabase } from '../server/database/index.ts'
import { checkConformance } from '../server/inspection/conformance.ts'
import { statusById } from '../src/domain/status.ts'

const asJson = process.argv.includes('--json')
const label = (id: number): string => statusById(id)?.label ?? `status ${id}`

const databaseOf = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const { databaseUrl, dataDir } = readConfig(process.env)
  return databaseUrl === undefined
    ? startEmbeddedDatabase(dataDir, pino({ level: 'silent' }))
    : { url: databaseUrl, stop: async () => undefined }
}

try {
  const database = await databaseOf()
  const { db } = await connect(database.url, 2)
  const { submissions, events, deviations } = await checkConformance(db).finally(async () => {
    await db.destroy()
    await database.stop()
  })
  if (asJson) console.log(JSON.stringify({ submissions, events, deviations }))
  else {
    for (const { submissionId, sequence, event, fromStatusId, toStatusId, reason } of deviations)
      console.log(
        `${submissionId} #${sequence} ${event} (${label(fromStatusId)} → ${label(toStatusId)}): ${reason}`,
      )
    console.log(`${submissions} submissions, ${events} events, ${deviations.length} deviations`)
  }
  process.exitCode = deviations.length === 0 ? 0 : 1
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DataFolderInUse)) throw error
  console.error(error.message)
  process.exitCode = 2
}
