import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DemonstrationOrganisation } from '../../server/identity/demonstration.ts'

/** What `samplesThread.ts` is asked for. */
export interface SampleRequest {
  provider: string
  country: string
  megabytes: number
  seed: number
}

/** Makes files of generated providers one after the other in a thread of its own, which holds up nothing that is measured. */
export const startSamples = () => {
  const thread = new Worker(join(import.meta.dirname, 'samplesThread.ts'))
  let last: Promise<unknown> = Promise.resolve()
  const make = async (request: SampleRequest): Promise<Uint8Array> => {
    const made = once(thread, 'message')
    thread.postMessage(request)
    return ((await made) as [Uint8Array])[0]
  }
  return {
    /** A file of about so many MB. */
    sampleOf: (
      { id, provider }: DemonstrationOrganisation,
      megabytes: number,
      seed: number,
    ): Promise<Uint8Array> => {
      const next = last.then(() =>
        make({ provider: id, country: provider?.countryCode ?? 'E', megabytes, seed }),
      )
      last = next.catch(() => undefined)
      return next
    },
    stop: () => thread.terminate(),
  }
}
