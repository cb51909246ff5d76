import { join } from 'node:path'
import { freePort } from '../server/freePort.ts'
import { apiTokenFor, startServerProcess } from '../tests/server/support/serverProcess.ts'
import { type Spread, spreadOf, spreadText } from './support.ts'

const keys = 70_000
const timesEach = 10

export interface RefusalFigures {
  /** Bytes of the body. */
  bytes: number
  /** Ms until a body with too many keys is refused, from another process: its way and the answer's in them. Aim: 20. */
  refusedMs: Spread
  /** Ms that JSON.parse takes over the same body here, for what the machine is. */
  parsedMs: Spread
  /** Bytes of the answer. Aim: 10,000. */
  answerBytes: number
}

/** How soon a body that is nothing but keys is refused. */
export const measureRefusal = async (folder: string, runs: number): Promise<RefusalFigures> => {
  const server = startServerProcess(join(folder, 'refusal'), await freePort(), { ROLE: 'api' })
  try {
    await server.ready
    const token = await apiTokenFor(server.url, 'ashby-signoff')
    const body = `{${Array.from({ length: keys }, (_, key) => `"k${String(key).padStart(5, '0')}":1`).join(',')}}`
    const refused: number[] = []
    const parsed: number[] = []
    let answerBytes = 0
    // One more, which is not counted: the first connects.
    for (let run = 0; run <= runs * timesEach; run += 1) {
      const began = performance.now()
      const answer = await fetch(`${server.url}/api/files/uploadRequest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body,
      })
      const text = await answer.text()
      const ended = performance.now()
      if (answer.status !== 422) throw new Error(`It is answered ${answer.status}: ${text.slice(0, 200)}`)
      JSON.parse(body)
      answerBytes = Math.max(answerBytes, Buffer.byteLength(text))
      if (run === 0) continue
      refused.push(ended - began)
      parsed.push(performance.now() - ended)
    }
    return {
      bytes: Buffer.byteLength(body),
      refusedMs: spreadOf(refused),
      parsedMs: spreadOf(parsed),
      answerBytes,
    }
  } finally {
    await server.stop()
  }
}

export const refusalLines = ({ bytes, refusedMs, parsedMs, answerBytes }: RefusalFigures): string[] => [
  `${Math.round(bytes / 1000)} kB of ${keys} keys refused after ms  ${spreadText(refusedMs)}  (aim 20)`,
  `JSON.parse of it, ms  ${spreadText(parsedMs)}`,
  `bytes of the answer  ${answerBytes}  (aim 10000)`,
]
