import { type Edge, type Graph, leaving, type Path } from './graph.ts'

/** What is shown by taking an edge right after another; `before` is undefined at the start of a path. */
export type AimsOf<E extends Edge> = (edge: E, before: E | undefined) => readonly string[]

export interface CoverOptions<E extends Edge> {
  aimsOf: AimsOf<E>
  /** Aims that need not be shown (again). */
  shown?: ReadonlySet<string>
  /** Steps after which a path ends and the next begins. */
  maxSteps?: number
  /** Whether a path can go on with an edge, where its vertex alone does not say so. */
  isPossible?: (path: Path<E>, edge: E) => boolean
}

interface Reached<E extends Edge> {
  edge: E
  by: Reached<E> | undefined
}

const wayOf = <E extends Edge>(reached: Reached<E>): E[] => {
  const way: E[] = []
  for (let at: Reached<E> | undefined = reached; at; at = at.by) way.unshift(at.edge)
  return way
}

/**
 * Few paths from the start that between them show every aim that can be reached: each goes on to the nearest aim that
 * is still open, and a new one begins where none can be reached any more. An aim is named by two edges in a row, so
 * that transitions, pairs of them, or any classes of either can be asked for.
 */
export const coverAims = <E extends Edge>(
  graph: Graph<E>,
  { aimsOf, shown: before = new Set(), maxSteps = 60, isPossible }: CoverOptions<E>,
): { paths: Path<E>[]; shown: Set<string> } => {
  const out = leaving(graph)
  const shown = new Set(before)
  // What has nothing new to show never has again; it is asked about at every step of every search.
  const spent = new Map<E | undefined, Set<E>>()
  const isOpen = (edge: E, previous: E | undefined): boolean => {
    const known = spent.get(previous)
    if (known?.has(edge)) return false
    if (aimsOf(edge, previous).some(aim => !shown.has(aim))) return true
    if (known) known.add(edge)
    else spent.set(previous, new Set([edge]))
    return false
  }

  /** Shortest way from the end of the path to an edge that shows something new. */
  const nearest = (path: readonly E[]): E[] | undefined => {
    const last = path.at(-1)
    const seen = new Set<E>()
    let front: (Reached<E> | undefined)[] = [undefined]
    while (front.length > 0) {
      const next: Reached<E>[] = []
      for (const reached of front) {
        const previous = reached?.edge ?? last
        for (const edge of out.get(previous?.to ?? graph.start) ?? []) {
          const way = { edge, by: reached }
          if (isPossible && !isPossible([...path, ...(reached ? wayOf(reached) : [])], edge)) continue
          if (isOpen(edge, previous)) return wayOf(way)
          if (seen.has(edge)) continue
          seen.add(edge)
          next.push(way)
        }
      }
      front = next
    }
    return undefined
  }

  const paths: Path<E>[] = []
  for (;;) {
    const path: E[] = []
    while (path.length < maxSteps) {
      const way = nearest(path)
      if (!way) break
      for (const edge of way) {
        for (const aim of aimsOf(edge, path.at(-1))) shown.add(aim)
        path.push(edge)
      }
    }
    if (path.length === 0) return { paths, shown }
    paths.push(path)
  }
}
