/** What stands beside one of a list, and its place from 1. */
export interface Neighbours<T> {
  previous: T | undefined
  next: T | undefined
  place: number
}

/** What stands before and after the first of a list that is meant; undefined where none of it is. */
export const neighboursOf = <T>(
  list: readonly T[],
  isMeant: (one: T) => boolean,
): Neighbours<T> | undefined => {
  const at = list.findIndex(isMeant)
  return at < 0 ? undefined : { previous: list[at - 1], next: list[at + 1], place: at + 1 }
}
