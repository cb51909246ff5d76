import { describe, expect, it } from 'vitest'
import type { Ruleset } from '../analysis/index.ts'
import { configuredRules } from './configuration.ts'
import { ruleDifference } from './difference.ts'

const rules = (...versions: string[]) =>
  configuredRules(
    {
      rules: versions.map(version => ({
        code: `QR.Student.901.${version}`,
        name: 'Too old',
        condition: { population: 'true', fails: 'false' },
        regulators: [],
      })),
    } as unknown as Ruleset,
    { tolerances: [], words: [] },
  )
const differences = (before: readonly string[], after: readonly string[]) => {
  const { added, removed, changed } = ruleDifference(rules(...before), rules(...after))
  const versions = (of: { code: string }[]) => of.map(({ code }) => code.slice(-3))
  return { added: versions(added), removed: versions(removed), changed: versions(changed) }
}

describe('the difference of the rules of two specifications', () => {
  it('takes a version for a changed one where each has one alone', () => {
    expect(differences(['V01'], ['V02'])).toEqual({ added: [], removed: [], changed: ['V02'] })
    expect(differences(['V01'], ['V01'])).toEqual({ added: [], removed: [], changed: [] })
  })

  it('takes no version for another where either has two as separate rules', () => {
    expect(differences(['V01'], ['V02', 'V03'])).toEqual({
      added: ['V02', 'V03'],
      removed: ['V01'],
      changed: [],
    })
    expect(differences(['V01', 'V02'], ['V03'])).toEqual({
      added: ['V03'],
      removed: ['V01', 'V02'],
      changed: [],
    })
    expect(differences(['V01', 'V02'], ['V02', 'V03'])).toEqual({
      added: ['V03'],
      removed: ['V01'],
      changed: [],
    })
  })
})
