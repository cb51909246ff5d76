import { describe, expect, it } from 'vitest'
import { ruleHistory } from './published.ts'

const content = (...codes: string[]) => ({ rules: codes.map(code => ({ rule: { code } })) })
const [first, second, third] = ['QR.Student.901.V01', 'QR.Student.901.V02', 'QR.Student.901.V03'] as const
const published = [
  { reference: '24056', content: content(second, 'QR.Student.902.V01') },
  { reference: '23056', content: content(first, second, 'QR.Student.903.V01') },
  { reference: '22056', content: content(first) },
]

describe('the collections in which a rule stands', () => {
  it('are listed newest first, with another version where each has one alone', () => {
    expect(ruleHistory(published, content(second))(second)).toEqual([
      { reference: '24056', code: second },
      { reference: '23056', code: second },
      { reference: '22056', code: first },
    ])
  })

  it('are those of a version alone where two of it are separate rules', () => {
    const history = ruleHistory(published, content(first, second))
    expect(history(first)).toEqual([
      { reference: '23056', code: first },
      { reference: '22056', code: first },
    ])
    expect(history(second).map(({ reference }) => reference)).toEqual(['24056', '23056'])
    expect(ruleHistory(published, content(third))(third).map(({ reference }) => reference)).toEqual([
      '24056',
      '22056',
    ])
  })

  it('are none for a rule that stands nowhere', () => {
    const other = 'QR.Student.999.V01'
    expect(ruleHistory(published, content(other))(other)).toEqual([])
  })
})
