/** A stream of collections, as an administrator keeps them (decisions §17). A collection's reference ends with its id. */
export interface Stream {
  id: string
  name: string
  /** Whether a collection of it can be made, and whether a person can choose it. */
  isAvailable: boolean
}

/** The stream that a person has chosen, if it is available; otherwise the first available one. Undefined if there is none. */
export const chosenStream = (
  streams: readonly Stream[],
  wantedId: string | undefined,
): Stream | undefined => {
  const available = streams.filter(({ isAvailable }) => isAvailable)
  return available.find(({ id }) => id === wantedId) ?? available[0]
}
