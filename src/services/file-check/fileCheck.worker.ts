import { createRunningSha256 } from '../../domain/runningSha256.ts'
import { chunksOf } from './chunks.ts'
import { type ContentCheck, createContentCheck, createSchemaCheck } from './contentCheck.ts'
import type { CheckReply, CheckRequest, ReadCheck, UploadCheck } from './fileCheck.ts'
import { createFileText, createLineIndexer, type LineIndex } from './lineIndex.ts'
import { compileFiles, type SchemaFault, type SchemaFile } from './schemaFiles.ts'

const reportEveryMs = 100

const reply = (message: CheckReply): void => postMessage(message)

/** Reads a file through a check, up to its end or to where nothing more can be found; `take` gets each piece too. Bytes read. */
const readThrough = async (
  file: Blob,
  check: ContentCheck,
  take: (chunk: Uint8Array) => void,
): Promise<number> => {
  let done = 0
  let reported = performance.now()
  for await (const chunk of chunksOf(file)) {
    check.write(chunk)
    take(chunk)
    done += chunk.byteLength
    if (check.isSettled) break
    if (performance.now() - reported > reportEveryMs) {
      reported = performance.now()
      reply({ type: 'progress', done, total: file.size })
    }
  }
  return done
}

const csvOf = (lines: string[]): Blob => new Blob(lines, { type: 'text/csv;charset=utf-8' })

/** Reads the whole file through the record engine, off the page's thread; memory stays constant. */
const checkForUpload = async ({
  file,
  expectations,
}: CheckRequest & { type: 'upload' }): Promise<UploadCheck> => {
  const check = createContentCheck(expectations)
  const hash = createRunningSha256()
  const done = await readThrough(file, check, hash.update)
  const { output, report } = check.end()
  return {
    output,
    report: csvOf(report),
    // Of what was read to its end.
    sha256: done === file.size && !check.isSettled ? hash.digest() : undefined,
  }
}

const indexOf = async (file: Blob): Promise<LineIndex> => {
  const indexer = createLineIndexer()
  for await (const chunk of chunksOf(file)) indexer.write(chunk)
  return indexer.end()
}

const faultOf = async (fault: SchemaFault, schema: readonly SchemaFile[]): Promise<ReadCheck> => {
  const content = schema[fault.file]?.content ?? new Blob()
  const index = await indexOf(content)
  return { fault, index, byte: await createFileText(content, index).byteOf(fault) }
}

/** The same against files of a schema, noting where the lines are: the page shows the text without reading all of it. */
const checkForReading = async ({ file, schema }: CheckRequest & { type: 'read' }): Promise<ReadCheck> => {
  const compiled = schema.length === 0 ? undefined : await compileFiles(schema)
  if (compiled && 'fault' in compiled) return faultOf(compiled.fault, schema)
  const check = createSchemaCheck(compiled?.schema)
  const indexer = createLineIndexer()
  await readThrough(file, check, indexer.write)
  const { output, report, places } = check.end()
  return { output, report: csvOf(report), places, index: indexer.end() }
}

const answer = async (request: CheckRequest): Promise<void> =>
  reply({
    type: 'done',
    result: request.type === 'upload' ? await checkForUpload(request) : await checkForReading(request),
  })

addEventListener('message', (event: MessageEvent<CheckRequest>) => {
  answer(event.data).catch((error: unknown) =>
    reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})
