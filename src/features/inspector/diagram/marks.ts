/** What a mark says of a state or transition; each tone has a colour, a pattern and a word of its own. */
export const tones = [
  'current',
  'past',
  'heat',
  'failed',
  'added',
  'removed',
  'changed',
  'covered',
  'missed',
] as const
export type Tone = (typeof tones)[number]

/** One mark on a drawing. */
export interface Mark {
  tone: Tone
  /** Strength from 0 to 1, for heat; 1 when absent. */
  level?: number
  /** A few characters beside the state or transition: "312", "2 d". Read out with its name. */
  label?: string
}

/** Marks by the id of a state or transition of the chart. */
export type Marks = ReadonlyMap<string, Mark>
