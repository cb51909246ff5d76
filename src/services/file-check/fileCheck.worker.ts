import { createRunningSha256 } from '../../domain/runningSha256.ts'
import { chunksOf } from './chunks.ts'
import { createContentCheck } from './contentCheck.ts'
import type { CheckReply, CheckRequest } from './fileCheck.ts'

const reportEveryMs = 100

const reply = (message: CheckReply): void => postMessage(message)

/** Reads the whole file through the record engine, off the page's thread; memory stays constant. */
const check = async ({ file, expectations }: CheckRequest): Promise<void> => {
  const checking = createContentCheck(expectations)
  const hash = createRunningSha256()
  let done = 0
  let reported = performance.now()
  for await (const chunk of chunksOf(file)) {
    checking.write(chunk)
    if (checking.isSettled) break
    hash.update(chunk)
    done += chunk.byteLength
    if (performance.now() - reported > reportEveryMs) {
      reported = performance.now()
      reply({ type: 'progress', done, total: file.size })
    }
  }
  const { output, report } = checking.end()
  reply({
    type: 'done',
    output,
    report: new Blob(report, { type: 'text/csv;charset=utf-8' }),
    // Of what was read to its end.
    sha256: done === file.size ? hash.digest() : undefined,
  })
}

addEventListener('message', (event: MessageEvent<CheckRequest>) => {
  check(event.data).catch((error: unknown) =>
    reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})
