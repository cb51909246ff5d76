/**
 * Where each part of a chart stands on its drawing. Computed when the portal is built (scripts/inspector), one for each
 * way to fold the compound states; all lengths in px at the scale of 1, from the top left corner.
 */
export interface ChartLayout {
  width: number
  height: number
  /** Outer states before the states inside them. */
  states: PlacedState[]
  transitions: PlacedTransition[]
  starts: PlacedStart[]
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export type Point = readonly [x: number, y: number]

export interface PlacedState extends Box {
  id: string
  /** The name, broken into lines. */
  lines: string[]
  /** Holds states that are not drawn. */
  isFolded: boolean
}

/** An arrow, or a line of text within its state when the transition leads nowhere. */
export interface PlacedTransition {
  /** Id of the chart's transition; a transition with several targets is placed once for each. */
  id: string
  path: Point[]
  label: (Box & { lines: string[] }) | null
}

/** The mark of a compound state that shows which state is entered first. */
export interface PlacedStart {
  /** The compound state. */
  id: string
  at: Point
  path: Point[]
  /** initial: entered first; anywhere: from here go transitions of the compound state to its own states. */
  kind: 'initial' | 'anywhere'
}
