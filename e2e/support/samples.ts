import { createWriteStream } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { generateSample, type SampleOptions } from '../../src/sample/index.ts'

/** Writes a generated file and gives its path. */
export const sampleFile = async (name: string, options: SampleOptions): Promise<string> => {
  const path = join(await mkdtemp(join(tmpdir(), 'bedel-sample-')), name)
  await pipeline(Readable.from(generateSample(options)), createWriteStream(path))
  return path
}
