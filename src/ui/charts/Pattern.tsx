import type { Tone } from '../badge/index.ts'

/** Colours and patterns of series in order: solid, stripes, dots, cross, dashes. */
export const seriesCount = 5

/** Fill of a series: the same hue as a plain colour and a pattern, so that it is told apart without colour. */
export function fillOf(patterns: string, series: number): string {
  return `url(#${patterns}-${series % seriesCount})`
}

/** The patterns of a chart; id makes them its own. A series with a tone keeps its pattern in the tone's colour. */
export function Patterns({ id, tones = [] }: { id: string; tones?: readonly (Tone | undefined)[] }) {
  const drawings = [
    null,
    'M-1 1l2-2M0 6l6-6M5 7l2-2',
    'M1.5 1.5h.01M4.5 4.5h.01',
    'M0 3h6M3 0v6',
    'M0 1.5h3M3 4.5h3',
  ]
  return (
    <defs>
      {drawings.map((drawing, series) => (
        <pattern
          key={drawing ?? 'solid'}
          id={`${id}-${series}`}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          data-series={series}
          data-tone={tones[series]}
        >
          <rect width="6" height="6" data-part="ground" />
          {drawing && <path d={drawing} data-part="drawing" />}
        </pattern>
      ))}
    </defs>
  )
}
