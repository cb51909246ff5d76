import type { AnyStateNode, StateValue } from 'xstate'

const leavesBelow = (node: AnyStateNode): AnyStateNode[] =>
  Object.keys(node.states).length === 0 ? [node] : Object.values(node.states).flatMap(leavesBelow)

const nested = (path: readonly string[]): StateValue => {
  const [head = '', ...rest] = path
  return rest.length === 0 ? head : { [head]: nested(rest) }
}

const pathOf = (value: StateValue): string[] => {
  if (typeof value === 'string') return [value]
  const [entry] = Object.entries(value)
  return entry ? [entry[0], ...(entry[1] === undefined ? [] : pathOf(entry[1]))] : []
}

/** A name in capitals as the key of a state: `AWAITING_PROVIDER` is `awaitingProvider`. */
export const camelCase = (name: string): string =>
  name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Where stored statuses stand in a chart, each as the leaf of its key, and back. Keys of leaves have to be unique. Throws at
 * once on a status without a leaf.
 */
export const placesIn = <Name extends string>(
  /** What the chart is called in words. */
  chart: string,
  root: AnyStateNode,
  names: readonly Name[],
  keyOf: (name: Name) => string,
) => {
  const paths = new Map(leavesBelow(root).map(leaf => [leaf.key, leaf.path]))
  const places = new Map(
    names.map(name => {
      const path = paths.get(keyOf(name))
      if (!path) throw new Error(`The ${chart} has no state for the status "${name}".`)
      return [name, { id: path.join('.'), value: nested(path) }]
    }),
  )
  const namesById = new Map([...places].map(([name, { id }]) => [id, name]))
  return {
    /** The chart's state value, nested as the chart nests it. */
    stateValueOf: (name: Name): StateValue => places.get(name)!.value,
    /** Id of the leaf: its path, joined by dots. */
    idOf: (name: Name): string => places.get(name)!.id,
    /** The name that a leaf stands for; undefined for any other state. */
    nameOf: (id: string): Name | undefined => namesById.get(id),
    /** The name that a state value stands for. Throws on a value that is not a leaf. */
    nameAt: (value: StateValue): Name => {
      const path = pathOf(value).join('.')
      const name = namesById.get(path)
      if (name === undefined) throw new Error(`The ${chart} has no status for the state "${path}".`)
      return name
    },
  }
}
