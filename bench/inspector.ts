import { randomUUID } from 'node:crypto'
import { withScope } from '../server/database/index.ts'
import { replayAll } from '../server/inspection/conformance.ts'
import { failuresOf, heatOf, inspectedSubmissions } from '../server/inspection/heat.ts'
import { systemPrincipal } from '../src/domain/principal.ts'
import { stages } from '../src/machines/submission-lifecycle/index.ts'
import { multiplication } from '../tests/server/support/multiplication.ts'
import { startProcessingServer } from '../tests/server/support/processingServer.ts'
import { type Spread, secondsOf, spreadOf, spreadText } from './support.ts'

const submissions = 10_000

export interface InspectorFigures {
  submissions: number
  events: number
  /** Seconds of each question over all of them. Aim of the heat view: 1. */
  heat: Spread
  list: Spread
  failures: Spread
  /** The whole history replayed through the chart. */
  conformance: Spread
  deviations: number
}

type Server = Awaited<ReturnType<typeof startProcessingServer>>

/** Drives one submission through the lifecycle as far as Submit, by the server's own decisions. */
const drive = async (server: Server): Promise<void> => {
  const id = randomUUID()
  await server.lifecycle.requestUpload({
    submissionId: id,
    collectionId: 'c23056',
    instId: '0001',
    mode: 'live',
    fileName: 'bench.xml',
    objectKey: `0001/${id}/file.xml`,
    expires: new Date(server.clock.now().getTime() + 3_600_000),
    actor: server.actor('ashby-signoff'),
  })
  await server.lifecycle.decide(id, { type: 'FILE_STORED', actor: systemPrincipal })
  for (const step of stages.filter(name => name !== 'HISTORY')) {
    server.clock.forward(60_000)
    await server.lifecycle.decide(id, { type: `${step}_STARTED`, actor: systemPrincipal })
    server.clock.forward(120_000)
    await server.lifecycle.decide(id, { type: `${step}_PASSED`, actor: systemPrincipal })
  }
  await server.lifecycle.decide(id, { type: 'QUALITY_PROCESSING_COMPLETED', actor: systemPrincipal })
  await server.lifecycle.decide(id, {
    type: 'SUBMIT',
    actor: server.actor('ashby-signoff'),
    termsAccepted: true,
  })
}

/** What the inspector asks of a collection with 10,000 submissions, in a database of its own. */
export const measureInspector = async (runs: number): Promise<InspectorFigures> => {
  const server = await startProcessingServer()
  try {
    await drive(server)
    await server.asOwner(multiplication(submissions))
    const timed = async (work: () => Promise<unknown>): Promise<Spread> => {
      const seconds: number[] = []
      for (let run = 0; run < runs; run++) seconds.push(await secondsOf(work))
      return spreadOf(seconds)
    }
    const ask = (work: Parameters<typeof withScope>[2]) =>
      timed(() => withScope(server.db, { scope: 'all' }, work))
    const replay = async () => {
      const sum = { submissions: 0, events: 0, deviations: 0 }
      for await (const part of replayAll(server.db)) {
        sum.submissions += part.submissions
        sum.events += part.events
        sum.deviations += part.deviations.length
      }
      return sum
    }
    const whole = await replay()
    return {
      submissions: whole.submissions,
      events: whole.events,
      heat: await ask(tx => heatOf(tx, '23056', {}, new Date())),
      list: await ask(tx => inspectedSubmissions(tx, '23056', { event: 'SUBMIT' }, new Date())),
      failures: await ask(tx => failuresOf(tx, '23056', 'en')),
      conformance: await timed(replay),
      deviations: whole.deviations,
    }
  } finally {
    await server.stop()
  }
}

export const inspectorLines = (one: InspectorFigures): string[] => [
  `${one.submissions.toLocaleString('en-GB')} submissions, ${one.events.toLocaleString('en-GB')} events: heat ${spreadText(one.heat)} s (aim 1), list ${spreadText(one.list)} s, failures ${spreadText(one.failures)} s`,
  `whole history replayed through the chart in ${spreadText(one.conformance)} s, ${one.deviations} deviations (aim 0)`,
]
