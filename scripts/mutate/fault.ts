/** The kinds of places into which `npm run mutate` puts faults. */
export const areas = ['sql', 'facts', 'hearing', 'reports', 'messages'] as const
export type Area = (typeof areas)[number]

/** One fault: what stands at a place of a file, and what is put there. */
export interface Fault {
  area: Area
  /** From the root of the repository. */
  file: string
  start: number
  end: number
  with: string
  /** What changes, in words. */
  label: string
  /** Tests that are to notice it; those that import the file where none is named. */
  tests?: readonly string[]
  /** Of one file, a part of its tests by their titles. */
  only?: string
}

/** The text of a file with the fault in it. */
export const withFault = (
  text: string,
  { start, end, with: put }: Pick<Fault, 'start' | 'end' | 'with'>,
): string => text.slice(0, start) + put + text.slice(end)
