import { describe, expect, it } from 'vitest'
import { compareCases } from './cases.ts'
import { compare, xmllintVersion } from './compare.ts'

const hasXmllint = (await xmllintVersion()) !== undefined

describe('verdicts beside libxml2', () => {
  const where = hasXmllint ? '' : ' (xmllint is not installed: Debian package libxml2-utils)'
  const areTheSame = async (count: number) => {
    const { mutants, unexplained } = await compare(count, 77)
    expect(mutants).toBe(count)
    expect(unexplained).toEqual([])
  }

  it.skipIf(!hasXmllint)(
    `are the same over mutants, but where libxml2 departs from the standard${where}`,
    { timeout: 60_000 },
    () => areTheSame(300),
  )

  it.skipIf(!hasXmllint)(
    `are the same over the cases of XML Schema 1.0 by kind${where}`,
    { timeout: 120_000 },
    async () => {
      const { cases, unexplained } = await compareCases()
      expect(cases).toBeGreaterThan(100)
      expect(unexplained).toEqual([])
    },
  )

  it.skipIf(!hasXmllint)(
    `are the same over three times as many${where}`,
    { tags: ['exhaustive'], timeout: 60_000 },
    () => areTheSame(900),
  )
})
