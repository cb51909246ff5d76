import { z } from 'zod'

const id = { type: 'string', minLength: 1 } as const
// GraphWalker's model checker: "Name of vertex cannot have any white spaces."
const name = { type: 'string', pattern: '^\\S+$' } as const
const texts = { type: 'array', items: { type: 'string', minLength: 1 } } as const
const element = { id, name, actions: texts, requirements: texts, properties: { type: 'object' } } as const

/**
 * The format of GraphWalker 4 as its wiki documents it: "JSON file format" of model, vertex and edge. Stricter in one
 * place: edges have a source, which GraphWalker asks of each but one.
 */
const schemaOfFile = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['models'],
  additionalProperties: false,
  properties: {
    name: { type: 'string' },
    models: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        // Without one of these four, GraphWalker's reader takes the object for something else than a model.
        required: ['id', 'name', 'generator', 'startElementId', 'vertices', 'edges'],
        additionalProperties: false,
        properties: {
          ...element,
          generator: { type: 'string', pattern: '^\\w+\\(\\w+\\(\\d+\\)\\)$' },
          startElementId: id,
          vertices: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id', 'name'],
              additionalProperties: false,
              properties: { ...element, sharedState: { type: 'string' } },
            },
          },
          edges: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id', 'name', 'sourceVertexId', 'targetVertexId'],
              additionalProperties: false,
              properties: {
                ...element,
                guard: { type: 'string' },
                weight: { type: 'number', minimum: 0, maximum: 1 },
                dependency: { type: 'integer' },
                sourceVertexId: id,
                targetVertexId: id,
              },
            },
          },
        },
      },
    },
  },
} as const

const file = z.fromJSONSchema(schemaOfFile as unknown as Parameters<typeof z.fromJSONSchema>[0])

interface Element {
  id: string
  name: string
  requirements?: string[]
  properties?: Record<string, unknown>
}

interface Edge extends Element {
  sourceVertexId: string
  targetVertexId: string
}

/** A model as GraphWalker reads it. */
export interface Model {
  id: string
  generator: string
  startElementId: string
  vertices: Element[]
  edges: Edge[]
}

/** The models of a file. Throws where the file does not have the documented format. */
export const readModels = (text: string): Model[] =>
  (file.parse(JSON.parse(text)) as { models: Model[] }).models

/** What GraphWalker's model checker reports of a model that is walked until every edge is visited. */
export const issuesOf = ({ startElementId, vertices, edges }: Model): string[] => {
  const ids = new Set(vertices.map(vertex => vertex.id))
  const left = new Set(edges.map(({ sourceVertexId }) => sourceVertexId))
  const all = [...vertices, ...edges].map(one => one.id)
  return [
    ...all.filter((one, at) => all.indexOf(one) !== at).map(one => `Id is not unique: ${one}`),
    ...edges
      .filter(({ targetVertexId }) => !ids.has(targetVertexId))
      .map(edge => `Edge must have a target vertex: ${edge.id}`),
    ...edges.filter(({ sourceVertexId }) => !ids.has(sourceVertexId)).map(edge => `No source: ${edge.id}`),
    ...[...ids].filter(vertex => !left.has(vertex)).map(vertex => `The model has a cul-de-sac: ${vertex}`),
    ...(ids.has(startElementId) ? [] : ['The model has no start element.']),
  ]
}

/**
 * Walks a model as the generator "quick_random" does: choose an edge that is not visited yet, walk the shortest way to it,
 * and start over, until every edge is visited. `random` chooses, as `Math.random` does. Throws where no way leads on.
 */
export const walkQuickRandom = (
  { startElementId, edges }: Pick<Model, 'startElementId' | 'edges'>,
  random: () => number,
): Edge[] => {
  const out = Map.groupBy(edges, ({ sourceVertexId }) => sourceVertexId)
  const shortestTo = (from: string, goal: Edge): Edge[] => {
    const ways = new Map<string, Edge[]>([[from, []]])
    for (const [vertex, way] of ways) {
      if (vertex === goal.sourceVertexId) return [...way, goal]
      for (const edge of out.get(vertex) ?? [])
        if (!ways.has(edge.targetVertexId)) ways.set(edge.targetVertexId, [...way, edge])
    }
    throw new Error(`No way leads from ${from} to ${goal.id}.`)
  }
  const open = new Set(edges)
  const walk: Edge[] = []
  while (open.size > 0) {
    const goal = [...open][Math.floor(random() * open.size)]!
    for (const edge of shortestTo(walk.at(-1)?.targetVertexId ?? startElementId, goal)) {
      open.delete(edge)
      walk.push(edge)
    }
  }
  return walk
}
