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
})
