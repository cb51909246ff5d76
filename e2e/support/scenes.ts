import { expect } from '@playwright/test'
import { statusOf } from '../../src/domain/status.ts'
import type { SampleOptions } from '../../src/sample/index.ts'
import { gesturesAt } from '../../tests/server/support/gestures.ts'
import { apiTokenFor } from '../../tests/server/support/serverProcess.ts'
import { jobsLeft, latestSubmissions } from './database.ts'
import { sampleFile } from './samples.ts'
import type { PortalServer } from './server.ts'
import { callAs, processFile } from './upload.ts'

/**
 * What University of Ashby and Cardigan Bay University have done before a test begins, each by one submission: nothing, a
 * file without a fault, the same file submitted for approval, a file with rules outside tolerance, which block Ashby alone.
 */
export type SceneName = 'nothing' | 'clean' | 'submitted' | 'outside'

/** A scene as it comes about: what it begins with, and what the system then does. */
interface Making {
  from: SceneName
  happens: (portal: PortalServer) => Promise<void>
}

/** Who uploads which file, of a short name: it stands where longer text of the pseudo-language has to find room. */
const senders = [
  { user: 'ashby-signoff', name: 'a.xml', provider: '0001', students: 60 },
  { user: 'cardigan-signoff', name: 'c.xml', provider: '0003', students: 40 },
]

/** Both upload a file, which is processed. */
const upload =
  (options: Partial<SampleOptions>) =>
  async ({ url }: PortalServer): Promise<void> => {
    for (const { user, name, provider, students } of senders)
      await processFile(
        { origin: url, token: await apiTokenFor(url, user) },
        await sampleFile(name, { provider, students, ...options }),
      )
  }

/** Both submit for approval what they have uploaded. */
const submit = async (portal: PortalServer): Promise<void> => {
  const submissions = await latestSubmissions(portal)
  for (const { user, provider } of senders) {
    const { SUBMIT } = gesturesAt({
      instId: provider,
      collectionId: 'c23056',
      reference: '23056',
      mode: 'live',
    })
    const { method, path, body } = SUBMIT.make(submissions[provider] ?? '', statusOf('AGENCY_APPROVAL').id)
    await callAs({ origin: portal.url, token: await apiTokenFor(portal.url, user) }, method, path, body)
  }
}

const makings: Record<Exclude<SceneName, 'nothing'>, Making> = {
  clean: { from: 'nothing', happens: upload({}) },
  submitted: { from: 'clean', happens: submit },
  outside: { from: 'nothing', happens: upload({ faults: 'rules' }) },
}

/** How a scene comes about. */
export const makingOf = (name: Exclude<SceneName, 'nothing'>): Making => ({
  from: makings[name].from,
  happens: async portal => {
    await makings[name].happens(portal)
    // What is made beside, as the files that are delivered, belongs to it.
    await expect.poll(() => jobsLeft(portal)).toBe(0)
  },
})
