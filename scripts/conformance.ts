// `npm run conformance [-- --json]`: replays the whole stored history through the chart, a line for each event that the
// chart would not have taken and one for the sum (with --json each a line of JSON); ends with 1 where there is such an
// event. For a nightly run: reads the database of DATABASE_URL or the embedded one of DATA_DIR, whether the server runs or not.

import pino from 'pino'
import { ConfigError, readConfig } from '../server/config.ts'
import { connect, DataFolderInUse, reachEmbeddedDatabase } from '../server/database/index.ts'
import { replayAll } from '../server/inspection/conformance.ts'
import { exactStatusLabel } from '../src/domain/labels.ts'
import { statusById } from '../src/domain/status.ts'
import type { DeviationWire } from '../src/domain/wire/inspection.ts'
import { inEnglish } from '../src/model/everyMessage.ts'
import { readOptions } from './support/options.ts'

const { json: asJson } = readOptions('npm run conformance -- [--json]', {
  json: { type: 'boolean', default: false },
})
const label = (id: number): string => {
  const status = statusById(id)
  return status ? inEnglish(exactStatusLabel(status.name)) : `status ${id}`
}
const lineOf = ({ submissionId, sequence, event, fromStatusId, toStatusId, reason }: DeviationWire): string =>
  `${submissionId} #${sequence} ${event} (${label(fromStatusId)} → ${label(toStatusId)}): ${reason}`

const databaseOf = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const { databaseUrl, dataDir } = readConfig(process.env)
  return databaseUrl === undefined
    ? reachEmbeddedDatabase(dataDir, pino({ level: 'silent' }))
    : { url: databaseUrl, stop: async () => undefined }
}

try {
  const database = await databaseOf()
  const { db } = await connect(database.url, 2)
  const sum = { submissions: 0, events: 0, deviations: 0 }
  try {
    for await (const { submissions, events, deviations } of replayAll(db)) {
      for (const deviation of deviations) console.log(asJson ? JSON.stringify(deviation) : lineOf(deviation))
      sum.submissions += submissions
      sum.events += events
      sum.deviations += deviations.length
    }
  } finally {
    await db.destroy()
    await database.stop()
  }
  console.log(
    asJson
      ? JSON.stringify(sum)
      : `${sum.submissions} submissions, ${sum.events} events, ${sum.deviations} deviations`,
  )
  process.exitCode = sum.deviations === 0 ? 0 : 1
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DataFolderInUse)) throw error
  console.error(error.message)
  process.exitCode = 2
}
