import { createReader, XmlError } from '../record/index.ts'
import type { CheckReply, CheckRequest } from './fileCheck.ts'

const reportEveryMs = 100

const reply = (message: CheckReply): void => postMessage(message)

/** Reads the whole file through the record engine, off the page's thread; memory stays constant. */
const check = async ({ file }: CheckRequest): Promise<void> => {
  const reader = createReader()
  let done = 0
  let reported = performance.now()
  try {
    for await (const chunk of chunksOf(file)) {
      reader.write(chunk)
      done += chunk.byteLength
      if (performance.now() - reported > reportEveryMs) {
        reported = performance.now()
        reply({ type: 'progress', done, total: file.size })
      }
    }
    reader.end()
    reply({ type: 'done', output: { wellFormed: true, findings: [], findingsTotal: 0 } })
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const { code, message, line, column, byte } = error
    reply({ type: 'done', output: { wellFormed: false, error: { code, message, line, column, byte } } })
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
