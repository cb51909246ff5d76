import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { generateSample, type SampleOptions } from '../../src/sample/index.ts'
import { studentsFor } from '../support.ts'
import type { SampleRequest } from './samples.ts'

// Of this thread alone, as Linux has it: making files is no part of what is measured.
setPriority(constants.priority.PRIORITY_LOW)

parentPort?.on('message', ({ provider, country, megabytes, seed }: SampleRequest) => {
  const content = Buffer.concat([
    ...generateSample({
      provider,
      country: country as NonNullable<SampleOptions['country']>,
      students: studentsFor(megabytes),
      seed,
      faults: 'rules',
      collection: '23056',
    }),
  ])
  const own = new Uint8Array(content)
  parentPort?.postMessage(own, [own.buffer])
})
