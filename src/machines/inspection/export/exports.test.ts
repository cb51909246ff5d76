import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { and, createMachine } from 'xstate'
import { layoutOf } from '../../../../scripts/inspector/layout.ts'
import { loadMachines } from '../../charts.ts'
import { type Chart, type ChartState, type ChartTransition, chartOf } from '../chart.ts'
import { stateTitle } from '../label.ts'
import { fromScxml } from '../testing/fromScxml.ts'
import { toMermaid } from './mermaid.ts'
import { toPlantUml } from './plantuml.ts'
import { toScxml } from './scxml.ts'
import { toSvg } from './svg.ts'
import { toXStateJson } from './xstate.ts'

const charts = (await loadMachines()).map(machine => {
  const chart = chartOf(machine)
  return [chart.id, chart] as const
})

const name = fc.stringMatching(/^[a-z][A-Za-z0-9]{0,8}$/)
const names = fc.uniqueArray(name, { maxLength: 3 })
const words = fc.string({
  maxLength: 30,
  unit: fc.constantFrom('a', ' ', '"', '<', '>', '&', '\n', '\t', "'", 'ŵ', '|', ';'),
})

/** Any chart of two levels, with every kind of state and with words that XML has to escape. */
const anyChart: fc.Arbitrary<Chart> = fc
  .record({
    outer: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
    inner: fc.uniqueArray(name, { maxLength: 3 }),
  })
  .chain(({ outer, inner }) => {
    const [first = ''] = outer
    const ids = [...outer, ...inner.map(key => `${first}.${key}`)]
    const state = (id: string, parent: string | null, kinds: ChartState['kind'][], initial: string | null) =>
      fc.record<ChartState>({
        id: fc.constant(id),
        key: fc.constant(id.split('.').at(-1) ?? ''),
        parent: fc.constant(parent),
        kind: fc.constantFrom(...kinds),
        description: words,
        tags: names,
        initial: fc.constant(initial),
        entry: names,
        exit: names,
        invokes: fc.array(fc.record({ id: name, src: name }), { maxLength: 2 }),
      })
    const transition = (source: string) =>
      fc
        .uniqueArray(
          fc.record({
            event: fc.constantFrom('', 'GO', 'xstate.done.actor.load'),
            targets: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 2 }),
            guards: names,
            actions: names,
            description: words,
          }),
          { maxLength: 2, selector: ({ event }) => event },
        )
        .map(list => list.map((own): ChartTransition => ({ id: `${source}:${own.event}:0`, source, ...own })))
    return fc
      .record({
        id: name,
        description: words,
        states: fc.tuple(
          state('', null, ['compound'], first),
          ...outer.map((key, at) =>
            at === 0 && inner.length > 0
              ? state(key, '', ['compound'], `${key}.${inner[0]}`)
              : state(key, '', ['atomic', 'final', 'history'], null),
          ),
          ...inner.map(key => state(`${first}.${key}`, first, ['atomic', 'final'], null)),
        ),
        transitions: fc.tuple(...['', ...ids].map(transition)).map(lists => lists.flat()),
      })
      .map(chart => ({
        ...chart,
        // The document is read from the outside in, and the root's words are the chart's.
        states: inDepth(
          chart.states.map(own =>
            own.parent === null ? { ...own, key: chart.id, description: chart.description } : own,
          ),
        ),
        transitions: inDepth(chart.states).flatMap(({ id }) =>
          chart.transitions.filter(({ source }) => source === id),
        ),
      }))
  })

const inDepth = (states: ChartState[], parent: string | null = null): ChartState[] =>
  states.filter(own => own.parent === parent).flatMap(own => [own, ...inDepth(states, own.id)])

describe('SCXML', () => {
  it.each(charts)('%s comes back as the same chart', (_, chart) => {
    const document = toScxml(chart)
    expect(XMLValidator.validate(document)).toBe(true)
    expect(fromScxml(document)).toEqual(chart)
  })

  it('brings any chart back, whatever its words', () => {
    fc.assert(
      fc.property(anyChart, chart => {
        expect(fromScxml(toScxml(chart))).toEqual(chart)
      }),
    )
  })
})

describe('XState JSON', () => {
  /** In an order of its own. */
  const comparable = ({ states, transitions, parameters, reentering }: Chart) => ({
    states,
    transitions: transitions.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    parameters,
    reentering: reentering?.toSorted(),
  })
  /** With the guards that have to hold together as XState's own composition. */
  const composed = (_: string, value: unknown): unknown => {
    const { type, params } = (value ?? {}) as { type?: unknown; params?: { guards: string[] } }
    return type === 'and' && params ? and(params.guards) : value
  }

  it.each(charts)('%s is taken by createMachine as the same chart', (_, chart) => {
    const machine = createMachine(JSON.parse(toXStateJson(chart), composed))
    expect(comparable(chartOf(machine))).toEqual(comparable(chart))
  })
})

describe('SVG', () => {
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string' || typeof value === 'number') return [String(value)]
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
  }

  it.each(charts)('%s stands alone, with every state and every event', async (_, chart) => {
    const document = toSvg(chart, await layoutOf(chart))
    expect(XMLValidator.validate(document)).toBe(true)
    expect(document).not.toMatch(/style=|class=|<script|href=/)
    const written = texts(new XMLParser({ parseTagValue: false }).parse(document))
      .join(' ')
      .replaceAll(/\s+/g, ' ')
    const missing = chart.states
      .filter(({ id, key }) => id !== '' && !written.includes(stateTitle(key).split(' ')[0] ?? ''))
      .map(({ id }) => id)
    expect(missing).toEqual([])
    expect(document.match(/<circle/g)).toHaveLength(
      chart.states.filter(({ initial }) => initial !== null).length,
    )
  })
})

describe('Mermaid and PlantUML', () => {
  // Both take "A --> B : words"; PlantUML refuses the whole drawing for an arrow whose words are missing.
  it.each(charts)('write words at every arrow of %s', (_, chart) => {
    for (const drawing of [toMermaid(chart), toPlantUml(chart)]) {
      const arrows = drawing.split('\n').filter(line => line.includes('-->') && !line.includes('[*]'))
      expect(arrows.length).toBeGreaterThan(0)
      expect(arrows.filter(arrow => !/^ *\w+ --> \w+ ?: \S/.test(arrow))).toEqual([])
    }
  })
})
