import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverAims } from './cover.ts'
import { maximalSimplePaths, pairId, transitionPairs, transitionPaths } from './criteria.ts'
import { decisionTable } from './decisions.ts'
import type { Edge, Graph, Path } from './graph.ts'
import { shortestTour } from './postman.ts'

const graphOf = (...arrows: string[]): Graph => ({
  start: 'a',
  edges: arrows.map(arrow => {
    const [from = '', to = ''] = arrow.split('>')
    return { id: arrow, from, to, label: arrow }
  }),
})
const written = (paths: readonly Path[]) => paths.map(path => path.map(({ id }) => id).join(' '))

/** A connected walk that begins at the start. */
const isWalk = (graph: Graph, path: Path): boolean =>
  path[0]?.from === graph.start &&
  path.every((edge, index) => index === 0 || path[index - 1]?.to === edge.from)

const anyGraph = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 })), {
    minLength: 1,
    maxLength: 20,
  })
  .map(
    (arrows): Graph => ({
      start: '0',
      edges: arrows.map(
        ([from, to], index): Edge => ({ id: String(index), from: String(from), to: String(to), label: '' }),
      ),
    }),
  )

describe('criteria', () => {
  const diamond = graphOf('a>b', 'a>c', 'b>d', 'c>d', 'd>a')

  it('walks each transition by a shortest way', () => {
    expect(written(transitionPaths(diamond))).toEqual(['a>b', 'a>c', 'a>b b>d', 'a>c c>d', 'a>b b>d d>a'])
  })

  it('lists the simple paths that cannot be prolonged, and says when it stopped', () => {
    expect(maximalSimplePaths(diamond)).toEqual({
      paths: [
        [diamond.edges[0], diamond.edges[2]],
        [diamond.edges[1], diamond.edges[3]],
      ],
      isCutOff: false,
    })
    expect(maximalSimplePaths(diamond, 1).isCutOff).toBe(true)
  })

  it('counts a place once, where several vertices are one place', () => {
    const graph = graphOf('a>b1', 'b1>b2', 'b1>c', 'b2>c', 'c>b2')
    expect(written(maximalSimplePaths(graph, 10, vertex => vertex.charAt(0)).paths)).toEqual(['a>b1 b1>c'])
  })
})

describe('few paths that show everything', () => {
  const aims = (edge: Edge, before: Edge | undefined): string[] => [
    edge.id,
    ...(before ? [pairId({ first: before, second: edge })] : []),
  ]

  it('go on to the nearest open aim, and begin afresh where there is none', () => {
    const graph = graphOf('a>b', 'b>c', 'c>a', 'c>d')
    expect(written(coverAims(graph, { aimsOf: aims }).paths)).toEqual(['a>b b>c c>a a>b b>c c>d'])
    expect(written(coverAims(graph, { aimsOf: aims, maxSteps: 2 }).paths)[0]).toBe('a>b b>c')
  })

  it('leave out what is shown already and what is not possible', () => {
    const graph = graphOf('a>b', 'b>c', 'b>d')
    const { paths } = coverAims(graph, {
      aimsOf: edge => [edge.id],
      shown: new Set(['a>b', 'b>c']),
      isPossible: (path, edge) => edge.id !== 'b>d' || path.length === 1,
    })
    expect(written(paths)).toEqual(['a>b b>d'])
  })

  it('cover every pair of any graph by connected walks from the start', () => {
    fc.assert(
      fc.property(anyGraph, graph => {
        const { paths } = coverAims(graph, { aimsOf: aims, maxSteps: 12 })
        expect(paths.every(path => isWalk(graph, path))).toBe(true)
        const walked = new Set(
          paths.flatMap(path =>
            path.slice(1).map((second, index) => pairId({ first: path[index]!, second })),
          ),
        )
        expect(transitionPairs(graph).filter(pair => !walked.has(pairId(pair)))).toEqual([])
      }),
    )
  })
})

describe('the shortest tour', () => {
  it('goes round a circle once', () => {
    expect(written(shortestTour(graphOf('a>b', 'b>c', 'c>a')).paths)).toEqual(['a>b b>c c>a'])
  })

  it('begins afresh where there is no way back', () => {
    const tour = shortestTour(graphOf('a>b', 'a>c'))
    expect(written(tour.paths).toSorted()).toEqual(['a>b', 'a>c'])
    expect([tour.steps, tour.naiveSteps]).toEqual([2, 2])
  })

  it('is shorter than the naive way over a long chain with branches', () => {
    const tour = shortestTour(graphOf('a>b', 'b>c', 'c>d', 'd>e', 'c>x', 'd>y'))
    expect([tour.steps, tour.naiveSteps]).toEqual([11, 17])
  })

  it('walks every reachable transition of any graph, never longer than the naive way', () => {
    fc.assert(
      fc.property(anyGraph, graph => {
        const { paths, steps, naiveSteps } = shortestTour(graph)
        const reachable = transitionPaths(graph).map(path => path.at(-1)?.id)
        expect(new Set(paths.flatMap(path => path.map(({ id }) => id)))).toEqual(new Set(reachable))
        expect(paths.every(path => isWalk(graph, path))).toBe(true)
        // Beginning afresh costs a step: the naive way does so for each transition, the tour between its paths.
        expect(steps + paths.length - 1).toBeLessThanOrEqual(naiveSteps + reachable.length)
      }),
    )
  })
})

describe('decision tables', () => {
  it('let each guard decide alone', () => {
    const table = decisionTable({
      id: 't',
      source: 's',
      event: 'E',
      targets: [],
      guards: ['isA', 'isB'],
      actions: [],
      description: '',
    })
    expect(table.rows).toEqual([
      { values: { isA: true, isB: true }, isTaken: true, decidedBy: null },
      { values: { isA: false, isB: true }, isTaken: false, decidedBy: 'isA' },
      { values: { isA: true, isB: false }, isTaken: false, decidedBy: 'isB' },
    ])
  })
})
