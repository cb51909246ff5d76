import { createChecker } from 'bedel-record'
import { describe, expect, it } from 'vitest'
import { generateSample, type SampleOptions, studentSchema } from './index.ts'

const students = 150

interface Facts {
  readonly findings: readonly string[]
  readonly findingsTotal: number
  readonly error: string | undefined
  readonly values: ReadonlyMap<string, readonly string[]>
}

const check = (options: Partial<SampleOptions>): Facts => {
  const sample = { provider: '0001', students, collection: '23056', ...options }
  const values = new Map<string, string[]>()
  const watched = [
    'DataFutures/Provider/UKPRN',
    'DataFutures/Student/SID',
    'DataFutures/Student/Engagement/NUMHUS',
  ]
  const checker = createChecker(studentSchema(sample.collection), {
    watch: {
      paths: watched,
      onValue: (path, value) => values.set(path, [...(values.get(path) ?? []), value]),
    },
  })
  for (const chunk of generateSample(sample)) checker.write(chunk)
  const outcome = checker.end()
  return {
    findings: outcome.findings.map(({ code }) => code),
    findingsTotal: outcome.findingsTotal,
    error: outcome.wellFormed ? undefined : outcome.error.code,
    values,
  }
}

const sids = ({ values }: Facts): readonly string[] => values.get('DataFutures/Student/SID') ?? []

const text = (options: SampleOptions): string =>
  [...generateSample(options)].map(chunk => new TextDecoder().decode(chunk)).join('')

describe('generateSample', () => {
  for (const collection of ['22056', '23056', '24056', '25056'])
    for (const provider of ['0001', '0003', '0004', '0005'])
      it(`makes a valid file of exactly the students asked for (${collection}, ${provider})`, () => {
        const facts = check({ collection, provider })
        expect({ error: facts.error, findings: facts.findings }).toEqual({ error: undefined, findings: [] })
        expect(new Set(sids(facts)).size).toBe(students)
        expect(facts.values.get('DataFutures/Provider/UKPRN')).toEqual([`1000${provider}`])
      })

  it('gives the same bytes for the same options and others for another seed', () => {
    const options = { provider: '0002', students: 40 }
    expect(text(options)).toBe(text(options))
    expect(text({ ...options, seed: 2 })).not.toBe(text(options))
  })

  it('keeps the people of one collection in the next', () => {
    const before = new Set(sids(check({ collection: '22056' })))
    const shared = sids(check({ collection: '23056' })).filter(sid => before.has(sid))
    expect(shared.length / students).toBeGreaterThan(0.45)
    expect(shared.length / students).toBeLessThan(0.85)
  })

  it('makes the schema faults that it promises', () => {
    const { findings, error } = check({ faults: 'schema', students: 300 })
    expect(error).toBeUndefined()
    expect(findings.length).toBeGreaterThanOrEqual(12)
    expect(new Set(findings)).toEqual(
      new Set([
        'VALUE_CODE',
        'ELEMENT_MISSING',
        'VALUE_TYPE',
        'VALUE_PATTERN',
        'VALUE_TOO_SHORT',
        'VALUE_TOO_LONG',
      ]),
    )
  })

  it('leaves files with rule faults valid, with a student twice', () => {
    const facts = check({ faults: 'rules', students: 400 })
    expect({ error: facts.error, findings: facts.findings }).toEqual({ error: undefined, findings: [] })
    expect(sids(facts).length).toBeGreaterThan(new Set(sids(facts)).size)
  })

  it('breaks the markup in the middle of a malformed file', () => {
    expect(check({ faults: 'malformed' }).error).toBe('MISMATCHED_TAG')
  })

  it('names another provider where asked to', () => {
    expect(check({ faults: 'ukprn' }).values.get('DataFutures/Provider/UKPRN')).toEqual(['10000002'])
  })

  it('makes a file with a transfer only when asked to', () => {
    const options = { provider: '0001', students: 2000 }
    expect(text(options)).not.toMatch(/INTENDEDDESTINATION|<RSNENGEND>12</)
    expect(text({ ...options, researchersMoveTo: '0002' })).toContain(
      '<INTENDEDDESTINATION>10000002</INTENDEDDESTINATION>',
    )
  })

  it('has final-year students in the window of the survey, and leavers before and after it opens', () => {
    const ends = [...text({ provider: '0001', students: 1000 }).matchAll(/<Engagement>.*?<\/Engagement>/gs)]
      .map(([engagement]) => ({
        expected: /<ENGEXPECTEDENDDATE>(.*?)</.exec(engagement)?.[1] ?? '',
        left: /<ENGENDDATE>(.*?)</.exec(engagement)?.[1],
        isAward: engagement.includes('<QualificationAwarded>'),
      }))
      .filter(({ expected }) => expected >= '2024-02-01' && expected <= '2025-01-31')
    expect(ends.length).toBeGreaterThan(200)
    const leavers = ends.flatMap(({ left, isAward }) => (left === undefined || isAward ? [] : [left]))
    expect(leavers.some(day => day < '2024-02-01')).toBe(true)
    expect(leavers.some(day => day >= '2024-02-01')).toBe(true)
  })

  it('can leave the Provider element out', () => {
    const facts = check({ withProvider: false })
    expect(facts.findings).toEqual([])
    expect(facts.values.has('DataFutures/Provider/UKPRN')).toBe(false)
  })
})
