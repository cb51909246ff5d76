// `npm run conformance [-- --json] [--not-empty]`: replays the whole stored history of every chart that the server enforces through
// that chart, a line for each event that the chart would not have taken and one for each sum (with --json each a line of JSON); ends
// with 1 where there is such an event, with --not-empty also where there is no submission: after a restore, that says that nothing
// came back. For a nightly run: reads the database of DATABASE_URL or the embedded one of DATA_DIR, whether the server runs or not.

import pino from 'pino'
import { readConfig } from '../server/config.ts'
import { connect, reachEmbeddedDatabase } from '../server/database/index.ts'
import type { ChartDeviation } from '../server/decisions/replay.ts'
import { replayAll } from '../server/inspection/conformance.ts'
import { replayOtherCharts } from '../server/inspection/otherCharts.ts'
import { exactStatusLabel } from '../src/domain/labels.ts'
import { statusById } from '../src/domain/status.ts'
import type { DeviationWire } from '../src/domain/wire/inspection.ts'
import { inEnglish } from '../src/model/everyMessage.ts'
import { readOptions, refuseFault } from './support/options.ts'

const { json: asJson, 'not-empty': notEmpty } = readOptions('npm run conformance -- [--json] [--not-empty]', {
  json: { type: 'boolean', default: false },
  'not-empty': { type: 'boolean', default: false },
})
const label = (id: number): string => {
  const status = statusById(id)
  return status ? inEnglish(exactStatusLabel(status.name)) : `status ${id}`
}
const lineOf = ({ submissionId, sequence, event, fromStatusId, toStatusId, reason }: DeviationWire): string =>
  `${submissionId} #${sequence} ${event} (${label(fromStatusId)} → ${label(toStatusId)}): ${reason}`

const otherLineOf = ({ chart, subject, sequence, event, from, to, reason }: ChartDeviation): string =>
  `${chart} ${subject} #${sequence} ${event} (${from} → ${to}): ${inEnglish(reason)}`

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
  const others: { chart: string; subjects: number; events: number; deviations: number }[] = []
  try {
    for await (const { submissions, events, deviations } of replayAll(db)) {
      for (const deviation of deviations) console.log(asJson ? JSON.stringify(deviation) : lineOf(deviation))
      sum.submissions += submissions
      sum.events += events
      sum.deviations += deviations.length
    }
    for await (const { deviations, ...replayed } of replayOtherCharts(db)) {
      for (const deviation of deviations)
        console.log(
          asJson
            ? JSON.stringify({ ...deviation, reason: inEnglish(deviation.reason) })
            : otherLineOf(deviation),
        )
      others.push({ ...replayed, deviations: deviations.length })
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
  for (const other of others)
    console.log(
      asJson
        ? JSON.stringify(other)
        : `${other.chart}: ${other.subjects} histories, ${other.events} events, ${other.deviations} deviations`,
    )
  const isEmpty = sum.submissions === 0
  // No deviation of nothing would read as if all were well.
  if (isEmpty) console.error('Nothing was replayed: this database has no submissions.')
  const conforms = [sum, ...others].every(({ deviations }) => deviations === 0)
  process.exitCode = conforms && !(notEmpty && isEmpty) ? 0 : 1
} catch (error) {
  refuseFault(error)
}
