/** The neighbours of an item in a list, and its place, counted from 1. */
export interface Neighbours<T> {
  previous: T | undefined
  next: T | undefined
  place: number
}

/** The neighbours of the first item that matches; undefined where none does. */
export const neighboursOf = <T>(
  list: readonly T[],
  isMeant: (one: T) => boolean,
): Neighbours<T> | undefined => {
  const at = list.findIndex(isMeant)
  return at < 0 ? undefined : { previous: list[at - 1], next: list[at + 1], place: at + 1 }
}
