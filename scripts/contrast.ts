/**
 * Contrast of every pair of colour roles that meet on the screen, in the light and the dark theme, computed from
 * src/ui/tokens.css by the formula of WCAG 2.2. Run as a program it prints the pairs and fails under the limit.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Theme = 'light' | 'dark'
type Rgb = readonly [red: number, green: number, blue: number]

/** One measured pair: ratio from 1 to 21, and the least that it must reach. */
export interface Contrast {
  theme: Theme
  foreground: string
  background: string
  ratio: number
  least: number
}

const textRatio = 4.5
const graphicRatio = 3
const grounds = ['sunken', 'surface', 'raised', 'overlay', 'hover']
const states = ['waiting', 'good', 'attention', 'failed']

/** Pairs that occur: what is written or drawn, what it stands on, the least ratio. */
const pairs: readonly (readonly [foreground: string, background: string, least: number])[] = [
  ...grounds.flatMap(ground => [
    ['text', ground, textRatio] as const,
    ['muted', ground, textRatio] as const,
    ['accent', ground, textRatio] as const,
    ['edge', ground, graphicRatio] as const,
    ['focus', ground, graphicRatio] as const,
  ]),
  ['text', 'pressed', textRatio],
  ['text', 'accent-soft', textRatio],
  ['muted', 'accent-soft', textRatio],
  ['accent', 'accent-soft', textRatio],
  ['on-accent', 'accent-solid', textRatio],
  ['on-accent', 'accent-solid-hover', textRatio],
  ['on-danger', 'danger-solid', textRatio],
  ['on-danger', 'danger-solid-hover', textRatio],
  ...states.flatMap(state => [
    ['text', `${state}-bg`, textRatio] as const,
    ['muted', `${state}-bg`, textRatio] as const,
    [state, `${state}-bg`, textRatio] as const,
    [state, 'raised', textRatio] as const,
    [state, 'surface', textRatio] as const,
    [`${state}-line`, `${state}-bg`, graphicRatio] as const,
    [`${state}-line`, 'raised', graphicRatio] as const,
    [`${state}-line`, 'surface', graphicRatio] as const,
  ]),
  ['series', 'raised', graphicRatio],
  ...[1, 2, 3, 4, 5].map(step => ['text', `heat-${step}`, textRatio] as const),
]

/**
 * Measures all pairs of a token file.
 * @throws when a role of a pair is missing or not written as light-dark(oklch(…), oklch(…)).
 */
export function measureContrast(css: string): Contrast[] {
  const themes: Theme[] = ['light', 'dark']
  return themes.flatMap(theme =>
    pairs.map(([foreground, background, least]) => ({
      theme,
      foreground,
      background,
      ratio: ratioOf(colourOf(css, foreground, theme), colourOf(css, background, theme)),
      least,
    })),
  )
}

function colourOf(css: string, role: string, theme: Theme): Rgb {
  const found = new RegExp(`--${role}:\\s*light-dark\\(oklch\\(([^)]*)\\),\\s*oklch\\(([^)]*)\\)\\);`).exec(
    css,
  )
  const text = theme === 'light' ? found?.[1] : found?.[2]
  const [lightness, chroma, hue] = (text ?? '').split(/\s+/).map(Number)
  if (
    lightness === undefined ||
    chroma === undefined ||
    hue === undefined ||
    Number.isNaN(lightness + chroma + hue)
  )
    throw new Error(`tokens.css: --${role} must read light-dark(oklch(L C H), oklch(L C H));`)
  return linearRgb(lightness, chroma, (hue * Math.PI) / 180)
}

/** OKLCH to linear-light sRGB (Björn Ottosson's matrices), clipped to what a screen can show. */
function linearRgb(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  return [
    clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]
}

/** A role as a colour of sRGB, #rrggbb: what a picture holds that leaves the portal, for the light theme, and its icon. */
export function hexOf(css: string, role: string, theme: Theme = 'light'): string {
  const parts = colourOf(css, role, theme).map(linear =>
    Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055)),
  )
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`
}

function ratioOf(one: Rgb, other: Rgb): number {
  const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

if (import.meta.main) {
  const file = fileURLToPath(new URL('../src/ui/tokens.css', import.meta.url))
  const measured = measureContrast(readFileSync(file, 'utf8'))
  const poor = measured.filter(({ ratio, least }) => ratio < least)
  for (const { theme, foreground, background, ratio, least } of measured)
    console.log(
      `${ratio < least ? 'LOW ' : 'ok  '} ${ratio.toFixed(2).padStart(5)} of ${least}  ${theme.padEnd(5)} ${foreground} on ${background}`,
    )
  console.log(`${measured.length - poor.length} of ${measured.length} pairs reach their limit`)
  if (poor.length > 0) process.exitCode = 1
}
