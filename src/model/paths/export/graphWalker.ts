import type { Chart } from '../../../machines/inspection/chart.ts'
import type { TestPath } from '../testPath.ts'
import { type Story, storiesOf } from './story.ts'

interface Element {
  id: string
  /** A name for a method of the tester's test class: GraphWalker refuses white space. */
  name: string
  requirements?: readonly string[]
  properties?: Readonly<Record<string, unknown>>
}

interface GraphWalkerEdge extends Element {
  sourceVertexId: string
  targetVertexId: string
}

const startId = 'v0'

const identifier = (text: string): string =>
  text
    .split(/[^\dA-Za-z]+/)
    .filter(Boolean)
    .map(word => {
      const isUpperCase = word === word.toUpperCase()
      return word.charAt(0).toUpperCase() + (isUpperCase ? word.slice(1).toLowerCase() : word.slice(1))
    })
    .join('')

/**
 * Vertices and edges of the paths. Paths share their first steps and nothing else: what can follow a step depends on the
 * steps before it, so states that look alike are not merged. Only the end of a path leads back to the start.
 */
const elementsOf = (stories: readonly Story[]): { vertices: Element[]; edges: GraphWalkerEdge[] } => {
  const vertices: Element[] = [{ id: startId, name: 'v_Start' }]
  const edges: GraphWalkerEdge[] = []
  const known = new Map<string, string>()
  /** Id of the vertex to which an action leads; adds the action and its vertex when they are new. */
  const follow = (from: string, action: Omit<Element, 'id'>, vertex: Omit<Element, 'id'>): string => {
    const key = JSON.stringify([from, action, vertex])
    const found = known.get(key)
    if (found !== undefined) return found
    const id = `v${vertices.length}`
    vertices.push({ id, ...vertex })
    edges.push({ id: `e${edges.length}`, ...action, sourceVertexId: from, targetVertexId: id })
    known.set(key, id)
    return id
  }
  for (const { path, sections, given, steps } of stories) {
    let at = follow(
      startId,
      { name: 'e_Begin', properties: { scenario: path.scenario, given } },
      { name: `v_${identifier(path.start)}`, properties: { state: path.start } },
    )
    for (const { step, action, expected } of steps)
      at = follow(
        at,
        {
          name: `e_${identifier(step.event.type)}`,
          properties: { description: action, event: step.event, transitions: step.transitions },
        },
        {
          name: `v_${identifier(step.to)}`,
          properties: { description: expected.join('; '), state: step.to },
        },
      )
    edges.push({
      id: `e${edges.length}`,
      name: 'e_BeginAgain',
      requirements: [path.id, ...sections],
      sourceVertexId: at,
      targetVertexId: startId,
    })
  }
  return { vertices, edges }
}

/**
 * The paths as a model of GraphWalker 4 (its wiki, "JSON file format"). Each walk from the start back to the start is one
 * of the paths. The edge that leads back has the id of the path and its sections of the specification as requirements.
 */
export const toGraphWalker = (chart: Chart, paths: readonly TestPath[]): string =>
  `${JSON.stringify({
    name: chart.id,
    models: [
      {
        name: identifier(chart.id),
        id: chart.id,
        // Covers every edge in far fewer steps than "random", which has to meet the last open edge by chance.
        generator: 'quick_random(edge_coverage(100))',
        startElementId: startId,
        ...elementsOf(storiesOf(chart, paths)),
      },
    ],
  })}\n`
