import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Dotted } from './Dotted.tsx'

const drawn = (code: string): string => render(<Dotted code={code} />).container.innerHTML

describe('a code or a path', () => {
  it('may break after each dot and slash', () => {
    expect(drawn('Engagement.FEEELIG.901.V01')).toBe('Engagement.<wbr>FEEELIG.<wbr>901.<wbr>V01')
    expect(drawn('Student/SEXID')).toBe('Student/<wbr>SEXID')
  })

  it('keeps a year and a version in one piece', () => {
    expect(drawn('Student 2023/24')).toBe('Student 2023/24')
    expect(drawn('23056 1.0.0')).toBe('23056 1.0.0')
  })
})
