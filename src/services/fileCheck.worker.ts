import type { CheckFileOutput, WellFormednessError } from '../machines/upload/index.ts'
import { compileSchema, createChecker, createReader, type Finding, XmlError } from '../record/index.ts'
import type { CheckReply, CheckRequest } from './fileCheck.ts'

const reportEveryMs = 100
/** Findings that are shown; the rest is counted. */
const findingsCap = 1000

const reply = (message: CheckReply): void => postMessage(message)

const errorOf = ({ code, message, line, column, byte }: XmlError): WellFormednessError => ({
  code,
  message,
  line,
  column,
  byte,
})

const findingOf = ({ code, message, line, column, path, value, expected }: Finding) => ({
  code,
  message,
  line,
  column,
  path,
  value: value ?? null,
  expected: expected ?? null,
})

/** Takes the bytes of a file and says in the end what they were. */
interface Check {
  write: (bytes: Uint8Array) => void
  /** Nothing more needs to be read: the verdict stands. */
  isSettled: () => boolean
  end: () => CheckFileOutput
}

const wellFormedness = (): Check => {
  const reader = createReader()
  return {
    write: bytes => reader.write(bytes),
    isSettled: () => false,
    end: () => {
      reader.end()
      return { wellFormed: true, schema: null, findings: [], findingsTotal: 0 }
    },
  }
}

const againstSchema = (document: string): Check => {
  const schema = compileSchema(document)
  const checker = createChecker(schema, { findingsCap })
  return {
    write: bytes => checker.write(bytes),
    isSettled: () => checker.hasFailed,
    end: () => {
      const outcome = checker.end()
      if (!outcome.wellFormed) return { wellFormed: false, error: errorOf(outcome.error) }
      const { findings, findingsTotal } = outcome
      return { wellFormed: true, schema: schema.version, findings: findings.map(findingOf), findingsTotal }
    },
  }
}

/** Reads the whole file through the record engine, off the page's thread; memory stays constant. */
const check = async ({ file, schema }: CheckRequest): Promise<void> => {
  const checking = schema === undefined ? wellFormedness() : againstSchema(schema)
  let done = 0
  let reported = performance.now()
  try {
    for await (const chunk of chunksOf(file)) {
      checking.write(chunk)
      if (checking.isSettled()) break
      done += chunk.byteLength
      if (performance.now() - reported > reportEveryMs) {
        reported = performance.now()
        reply({ type: 'progress', done, total: file.size })
      }
    }
    reply({ type: 'done', output: checking.end() })
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    reply({ type: 'done', output: { wellFormed: false, error: errorOf(error) } })
  }
}

async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}

addEventListener('message', (event: MessageEvent<CheckRequest>) => {
  check(event.data).catch((error: unknown) =>
    reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})
