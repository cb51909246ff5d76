import { escapeXml } from '../../../domain/xml.ts'
import type { Chart } from '../chart.ts'
import { arrowHead, roundedPath } from '../drawing.ts'
import { isWithin } from '../folding.ts'
import type { Box, ChartLayout, PlacedStart, PlacedState, PlacedTransition } from '../layout.ts'

/**
 * Colours of a picture that leaves the portal: on white paper, told by the attributes of each shape. They are those of the
 * light theme in src/ui/tokens.css, by their roles, in the form that every program reads; scripts/contrast.test.ts compares.
 */
export const paper = {
  raised: '#ffffff',
  surface: '#f6f8fa',
  edge: '#7c888f',
  line: '#dce2e4',
  text: '#162129',
  muted: '#4e5a62',
} as const
const sans =
  "'Atkinson Hyperlegible Next Variable', 'Atkinson Hyperlegible Next', 'Segoe UI', system-ui, sans-serif"
const mono = "'JetBrains Mono Variable', 'JetBrains Mono', Menlo, Consolas, monospace"
const monoAdvance = 0.6
const margin = 16

const element = (name: string, attributes: Record<string, string | number>, content?: string): string => {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('')
  return content === undefined ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`
}

const rect = ({ x, y, width, height }: Box, look: Record<string, string | number>): string =>
  element('rect', { x, y, width, height, ...look })

const stateShapes = (chart: Chart, layout: ChartLayout, state: PlacedState): string[] => {
  const { id, x, y, width, height, lines, isFolded } = state
  const isOpen = layout.states.some(other => isWithin(other.id, id))
  const kind = chart.states.find(other => other.id === id)?.kind
  const outline = { stroke: paper.edge, 'stroke-width': 1.25 }
  return [
    ...(isFolded
      ? [rect({ x: x + 4, y: y + 4, width, height }, { rx: 6, fill: paper.line, ...outline })]
      : []),
    rect(
      { x, y, width, height },
      isOpen
        ? { rx: 8, fill: paper.surface, stroke: paper.line, 'stroke-width': 1.5 }
        : { rx: 6, fill: paper.raised, ...outline },
    ),
    ...(kind === 'final'
      ? [
          rect(
            { x: x + 3, y: y + 3, width: width - 6, height: height - 6 },
            { rx: 4, fill: 'none', ...outline },
          ),
        ]
      : []),
    ...lines.map((line, at) =>
      element(
        'text',
        {
          x: isOpen ? x + 12 : x + width / 2,
          y: y + 21 + at * 17,
          'font-family': sans,
          'font-size': 13,
          'font-weight': 600,
          'text-anchor': isOpen ? 'start' : 'middle',
          fill: isOpen ? paper.muted : paper.text,
        },
        escapeXml(line),
      ),
    ),
  ]
}

const startShapes = ({ kind, at: [x, y], path }: PlacedStart): string[] =>
  kind === 'initial'
    ? [
        element('circle', { cx: x, cy: y, r: 4.5, fill: paper.text }),
        element('path', { d: roundedPath(path), fill: 'none', stroke: paper.edge, 'stroke-width': 1.25 }),
        element('path', { d: arrowHead(path), fill: paper.edge }),
      ]
    : [
        rect(
          { x: x - 32, y: y - 11, width: 64, height: 22 },
          { rx: 11, fill: 'none', stroke: paper.edge, 'stroke-dasharray': '3 3' },
        ),
        element(
          'text',
          { x, y: y + 3.5, 'font-family': sans, 'font-size': 11, 'text-anchor': 'middle', fill: paper.muted },
          'any state',
        ),
      ]

const lineShapes = ({ path }: PlacedTransition): string[] =>
  path.length === 0
    ? []
    : [
        element('path', { d: roundedPath(path), fill: 'none', stroke: paper.edge, 'stroke-width': 1.25 }),
        element('path', { d: arrowHead(path), fill: paper.edge }),
      ]

const labelShapes = ({ label, path }: PlacedTransition, ground: string): string[] => {
  if (!label) return []
  const isWritten = path.length === 0
  return [
    ...(isWritten ? [] : [rect(label, { fill: ground })]),
    ...label.lines.map((line, at) => {
      const size = at === 0 ? 10.5 : 9.5
      return element(
        'text',
        {
          x: isWritten ? label.x + 5 : label.x + label.width / 2,
          y: label.y + 12 + at * 13,
          'font-family': mono,
          'font-size': size,
          'font-weight': at === 0 ? 550 : 400,
          'text-anchor': isWritten ? 'start' : 'middle',
          fill: at === 0 ? paper.text : paper.muted,
          // Keeps the label in its room where the family is missing.
          textLength: Math.round([...line].length * size * monoAdvance * 10) / 10,
          lengthAdjust: 'spacingAndGlyphs',
        },
        escapeXml(line),
      )
    }),
  ]
}

/** A drawing as an SVG document that needs nothing else: neither style sheet nor script. */
export const toSvg = (chart: Chart, layout: ChartLayout): string => {
  const [width, height] = [layout.width + 2 * margin, layout.height + 2 * margin]
  const drawn = layout.states.filter(({ id }) => id !== '')
  const groups = drawn.filter(({ id }) => drawn.some(other => isWithin(other.id, id)))
  const groundOf = ({ label }: PlacedTransition): string =>
    label &&
    groups.some(
      ({ x, y, width: w, height: h }) => label.x >= x && label.x < x + w && label.y >= y && label.y < y + h,
    )
      ? paper.surface
      : paper.raised
  const shapes = [
    element('title', {}, escapeXml(chart.id)),
    element('desc', {}, escapeXml(chart.description)),
    rect({ x: 0, y: 0, width, height }, { fill: paper.raised }),
    `<g transform="translate(${margin} ${margin})">`,
    ...groups.flatMap(state => stateShapes(chart, layout, state)),
    ...layout.starts.flatMap(startShapes),
    ...layout.transitions.flatMap(lineShapes),
    ...drawn.filter(state => !groups.includes(state)).flatMap(state => stateShapes(chart, layout, state)),
    ...layout.transitions.flatMap(transition => labelShapes(transition, groundOf(transition))),
    '</g>',
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${shapes.join('\n')}\n</svg>\n`
}
