import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manyRules } from '../e2e/support/manyRules.ts'
import { generateSample, type SampleOptions } from '../src/sample/index.ts'
import { faultsFor } from './ruleFaults.ts'
import { type ValidateResult, validate } from './validate/validate.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bedel-rule-faults-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const check = async (options: Partial<SampleOptions>): Promise<ValidateResult> => {
  const path = join(folder, 'file.xml')
  const sample = generateSample({ provider: '0001', students: 160, researchersMoveTo: '0002', ...options })
  await writeFile(path, Buffer.concat([...sample]))
  const against = { kind: 'collection', reference: '23056', country: 'E' } as const
  return validate({ file: path, against, json: true }, new AbortController().signal)
}
const outside = ({ rules }: ValidateResult): string[] =>
  (rules?.failing ?? []).filter(({ status }) => status === 1).map(({ ruleCode }) => ruleCode)

describe('a sample whose rules were chosen', () => {
  it('breaks each of them, by the failing example of the rule, and fits its schema', async () => {
    const codes = [
      'Student.SSN.901',
      'StudentCourseSession.SCSSTARTDATE.901',
      'StudentCourseSession.SESSIONYEARID.901',
    ]
    const clean = outside(await check({ students: 80 }))
    const result = await check({ students: 80, chosenFaults: await faultsFor('23056_1.0.0', codes) })
    expect(result.findingsTotal).toBe(0)
    const found = outside(result)
    for (const code of codes) {
      expect(clean.filter(rule => rule.includes(`.${code}.`))).toEqual([])
      expect(found.filter(rule => rule.includes(`.${code}.`))).toHaveLength(1)
    }
  })

  it('has forty of them outside tolerance beside the usual faults, as the season begins in the browser', async () => {
    const result = await check({ faults: 'rules', chosenFaults: await manyRules() })
    expect(result.findingsTotal).toBe(0)
    expect(outside(result).length).toBeGreaterThanOrEqual(40)
  })

  it('cannot be made of a rule whose failing example takes more than fields', async () => {
    await expect(faultsFor('23056_1.0.0', ['No.SUCH.901'])).rejects.toThrow(RangeError)
  })
})
