import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { generatedProviders } from '../../server/identity/demonstration.ts'
import { generateSample, type SampleOptions } from '../../src/sample/index.ts'
import { Random } from '../../src/sample/random.ts'
import { studentsFor } from '../support.ts'

/** A file to be sent: of which provider, and where it lies. */
export interface Sample {
  instId: string
  path: string
  bytes: number
}

export interface Samples {
  files: readonly Sample[]
  remove: () => Promise<void>
}

/**
 * The files of a run, made before it begins: making them takes as much of the processor as all else that the load does. They go
 * to the providers in turn, so that none sends again before its file is through.
 */
export const makeSamples = async (options: {
  providers: number
  uploads: number
  /** Sizes of the files in MB: from, to. */
  megabytes: readonly [number, number]
  seed: number
}): Promise<Samples> => {
  const { uploads, megabytes, seed } = options
  const folder = await mkdtemp(join(tmpdir(), 'bedel-load-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  const providers = generatedProviders(options.providers)
  const random = new Random(seed, 3)
  const students = new Map<number, number>()
  const files: Sample[] = []
  for (let number = 0; number < uploads; number += 1) {
    const provider = providers[number % providers.length]
    if (!provider) break
    const size = random.whole(megabytes[0], megabytes[1])
    students.set(size, students.get(size) ?? studentsFor(size))
    const path = join(folder, `${number}.xml`)
    const content = generateSample({
      provider: provider.id,
      country: (provider.provider?.countryCode ?? 'E') as NonNullable<SampleOptions['country']>,
      students: students.get(size) ?? 1,
      seed: number,
      faults: 'rules',
      collection: '23056',
    })
    await pipeline(Readable.from(content), createWriteStream(path)).catch(async error => {
      // The disk has no room for them, say.
      await remove()
      throw error
    })
    files.push({ instId: provider.id, path, bytes: (await stat(path)).size })
  }
  return { files, remove }
}
