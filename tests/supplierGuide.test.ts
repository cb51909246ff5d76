import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failingHours } from '../src/domain/notice.ts'
import { deliveryRetries, testEventType, webhookEventTypes, webhooksAtMost } from '../src/domain/webhook.ts'
import { guideExamples } from '../src/features/suppliers/guide/examples.ts'

/** The pages for suppliers have the examples of the portal's guide, which `tests/server/supplierClient.test.ts` runs. */
const pageOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../docs/supplier', name), 'utf8')

const examples = guideExamples({
  origin: 'https://portal.example.org',
  instId: '0001',
  collection: { id: 'c23056', reference: '23056' },
})

const programsOf = (page: string): string[] =>
  [...page.matchAll(/^```(?:sh|ts|python)\n([\s\S]*?)\n```$/gm)].map(([, program = '']) => program)

describe('the pages for suppliers', () => {
  it('show the programs of the guide and no others', () => {
    const { verify, offline: _, ...others } = examples
    expect(programsOf(pageOf('api.md')).toSorted()).toEqual(Object.values(others).toSorted())
    expect(programsOf(pageOf('webhooks.md'))).toEqual([verify])
  })

  it('list every event of a webhook, and its limits', () => {
    const page = pageOf('webhooks.md')
    const events = [...page.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, name]) => name)
    expect(events).toEqual([...webhookEventTypes, testEventType])
    expect([webhooksAtMost, deliveryRetries, failingHours]).toEqual([5, 10, 72])
    for (const limit of ['five webhooks', 'up to ten times', '72 hours'])
      expect(page.replaceAll('\n', ' ')).toContain(limit)
  })
})
