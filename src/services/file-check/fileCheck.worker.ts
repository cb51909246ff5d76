import { chunksOf } from './chunks.ts'
import { createContentCheck } from './contentCheck.ts'
import type { CheckReply, CheckRequest } from './fileCheck.ts'

const reportEveryMs = 100

const reply = (message: CheckReply): void => postMessage(message)

/** Reads the whole file through the record engine, off the page's thread; memory stays constant. */
const check = async ({ file, expectations }: CheckRequest): Promise<void> => {
  const checking = createContentCheck(expectations)
  let done = 0
  let reported = performance.now()
  for await (const chunk of chunksOf(file)) {
    checking.write(chunk)
    if (checking.isSettled) break
    done += chunk.byteLength
    if (performance.now() - reported > reportEveryMs) {
      reported = performance.now()
      reply({ type: 'progress', done, total: file.size })
    }
  }
  const { output, report } = checking.end()
  reply({ type: 'done', output, report: new Blob(report, { type: 'text/csv;charset=utf-8' }) })
}

addEventListener('message', (event: MessageEvent<CheckRequest>) => {
  check(event.data).catch((error: unknown) =>
    reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})
