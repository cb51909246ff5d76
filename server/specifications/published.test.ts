import { describe, expect, it } from 'vitest'
import { ruleHistory } from './published.ts'

const collection = (reference: string, ...codes: string[]) => ({
  reference,
  content: { rules: codes.map(code => ({ rule: { code } })) },
})

describe('the collections in which a rule stands', () => {
  const history = ruleHistory([
    collection('24056', 'QR.Student.901.V02', 'QR.Student.902.V01'),
    collection('23056', 'QR.Student.901.V01', 'QR.Student.901.V02', 'QR.Student.903.V01'),
    collection('22056', 'QR.Student.901.V01'),
  ])

  it('are listed newest first, each once, where one has two versions of the rule too', () => {
    expect(history('QR.Student.901.V02')).toEqual([
      { reference: '24056', code: 'QR.Student.901.V02' },
      { reference: '23056', code: 'QR.Student.901.V02' },
      { reference: '22056', code: 'QR.Student.901.V01' },
    ])
  })

  it('name the version that is asked for where they have it, else their last', () => {
    expect(history('QR.Student.901.V01')[1]).toEqual({ reference: '23056', code: 'QR.Student.901.V01' })
    expect(history('QR.Student.901.V03')[1]).toEqual({ reference: '23056', code: 'QR.Student.901.V02' })
  })

  it('are none for a rule that stands nowhere', () => {
    expect(history('QR.Student.999.V01')).toEqual([])
  })
})
