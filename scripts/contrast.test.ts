import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { measureContrast } from './contrast.ts'

const css = readFileSync(new URL('../src/ui/tokens.css', import.meta.url), 'utf8')

describe('contrast of the colour roles', () => {
  it('reaches 4.5:1 for text and 3:1 for graphics in both themes', () => {
    const low = measureContrast(css).filter(({ ratio, least }) => ratio < least)
    expect(low).toEqual([])
  })

  it('measures black on white as 21 to 1 and notices a pair that is too faint', () => {
    const repainted = css
      .replace(/--text: .*;/, '--text: light-dark(oklch(0 0 0), oklch(1 0 0));')
      .replace(/--muted: .*;/, '--muted: light-dark(oklch(0.8 0 0), oklch(1 0 0));')
    const light = measureContrast(repainted).filter(
      ({ theme, background }) => theme === 'light' && background === 'raised',
    )
    expect(light.find(({ foreground }) => foreground === 'text')?.ratio).toBeCloseTo(21, 1)
    expect(light.find(({ foreground }) => foreground === 'muted')?.ratio).toBeLessThan(2)
  })

  it('names a role that it cannot read', () => {
    expect(() => measureContrast(css.replace('--focus:', '--elsewhere:'))).toThrow('--focus must read')
  })
})
