import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'

/** A chart in an interpreter that is no part of this repository. */
export interface ForeignChart {
  /** Sends an event and waits for what it causes. */
  send: (type: string, data?: Record<string, unknown>) => Promise<void>
  /** The last part of the path of the state that it is in. */
  state: () => string
  /** The events that the chart has sent since the last call. */
  sent: () => { type: string; data: Record<string, unknown> }[]
}

interface ScionEvent {
  name: string
  data?: Record<string, unknown>
}
interface Session {
  start: () => void
  gen: (event: ScionEvent) => void
  getConfiguration: () => string[]
}
interface Scion {
  documentStringToModel: (
    url: string,
    document: string,
    done: (
      error: unknown,
      model: { prepare: (ready: (error: unknown, made: unknown) => void) => void },
    ) => void,
    options: object,
  ) => void
  core: {
    Statechart: new (made: unknown, options: { doSend: (to: unknown, event: ScionEvent) => void }) => Session
  }
}

interface Service {
  start: () => void
  send: (event: Record<string, unknown> & { type: string }) => void
  state: { value: unknown }
  onEvent: (listener: (event: { type: string }) => void) => void
}

// Neither has types for what is used of it here.
const require = createRequire(import.meta.url)

const lastPart = (id: string): string => id.slice(id.lastIndexOf('.') + 1)

/** Runs an SCXML document in SCION, the reference implementation in JavaScript. Rejects where SCION refuses the document. */
export const inScion = async (document: string): Promise<ForeignChart> => {
  const scion = require('@scion-scxml/scxml') as Scion
  const made = await new Promise<unknown>((resolve, reject) => {
    const failing = (then: (value: unknown) => void) => (error: unknown, value: unknown) =>
      error ? reject(error as Error) : then(value)
    scion.documentStringToModel(
      'file:///chart.scxml',
      document,
      (error, model) => failing(() => model.prepare(failing(resolve)))(error, model),
      {},
    )
  })
  let events: { type: string; data: Record<string, unknown> }[] = []
  const session = new scion.core.Statechart(made, {
    doSend: (_, { name, data = {} }) => events.push({ type: name, data }),
  })
  session.start()
  return {
    send: async (type, data = {}) => {
      session.gen({ name: type, data })
      // SCION sends by timers that are due at once.
      await setTimeout(2)
    },
    state: () => session.getConfiguration().map(lastPart).join(' '),
    sent: () => {
      const now = events
      events = []
      return now
    },
  }
}

const leafOf = (value: unknown): string =>
  typeof value === 'string'
    ? lastPart(value)
    : Object.values(value as object)
        .map(leafOf)
        .join(' ')

/** Runs an SCXML document in XState 4, by its own reader of SCXML. Throws where that refuses the document. */
export const inXState4 = async (document: string): Promise<ForeignChart> => {
  const { toMachine } = require('xstate-4/lib/scxml') as {
    toMachine: (document: string, options: { delimiter: string }) => unknown
  }
  const { interpret } = require('xstate-4') as { interpret: (machine: unknown) => Service }
  // Paths of states have dots, by which XState 4 would take them apart.
  const service = interpret(toMachine(document, { delimiter: '/' }))
  let events: { type: string; data: Record<string, unknown> }[] = []
  service.onEvent(({ type, ...data }) => events.push({ type, data }))
  service.start()
  return {
    send: async (type, data = {}) => service.send({ type, ...data }),
    state: () => leafOf(service.state.value),
    sent: () => {
      const now = events.filter(({ type }) => type.startsWith('action.'))
      events = []
      return now
    },
  }
}
