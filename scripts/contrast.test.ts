import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { paper } from '../src/machines/inspection/export/svg.ts'
import { hexOf, measureContrast } from './contrast.ts'

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

describe('colours elsewhere', () => {
  it('are the same roles on the pages that the server draws, and no value of their own', () => {
    const pages = readFileSync(new URL('../server/http/pages/pages.css', import.meta.url), 'utf8')
    expect(pages.match(/#[\da-f]{3,8}\b|(?:oklch|rgba?|hsla?|light-dark|color-mix)\(/gi)).toBeNull()
    const used = new Set(pages.match(/(?<=var\()--[\w-]+/g))
    expect([...used].filter(role => !css.includes(`  ${role}:`))).toEqual([])
    expect(used.size).toBeGreaterThan(5)
  })

  it('are those of the light theme in a picture of a chart that is saved', () => {
    const roles = Object.keys(paper)
    expect(paper).toEqual(Object.fromEntries(roles.map(role => [role, hexOf(css, role)])))
  })

  it('are the accent and the ground behind it in the icon of the portal, by the theme of the system', () => {
    const icon = readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8')
    const [light, dark = ''] = icon.split('prefers-color-scheme:dark')
    expect(light).toContain(`path{fill:${hexOf(css, 'accent-solid')}}`)
    expect(dark).toContain(`path{fill:${hexOf(css, 'accent', 'dark')}}`)
    expect(dark).toContain(`circle{fill:${hexOf(css, 'surface', 'dark')}}`)
  })
})
