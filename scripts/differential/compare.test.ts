import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compare, xmllintVersion } from './compare.ts'

const hasXmllint = (await xmllintVersion()) !== undefined

describe('verdicts beside libxml2', () => {
  it.skipIf(!hasXmllint)(
    `are the same over mutants, but where libxml2 departs from the standard${hasXmllint ? '' : ' (xmllint is not installed: Debian package libxml2-utils)'}`,
    { timeout: 60_000 },
    async () => {
      const { mutants, unexplained } = await compare(900, 77)
      expect(mutants).toBe(900)
      expect(unexplained).toEqual([])
    },
  )

  it('were the same over at least 10,000 mutants when last compared', () => {
    const file = new URL('../../src/record/differential-result.json', import.meta.url)
    const result: { mutants: number; unexplained: unknown[] } = JSON.parse(readFileSync(file, 'utf8'))
    expect(result.mutants).toBeGreaterThanOrEqual(10_000)
    expect(result.unexplained).toEqual([])
  })
})
