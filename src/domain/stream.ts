/** Streams of collections (specification 1 §9): Student, Estates, Finance, Staff. Only Student is available. */
export const streams = [
  { id: '056', available: true },
  { id: '042', available: false },
  { id: '031', available: false },
  { id: '025', available: false },
] as const

export type Stream = (typeof streams)[number]
export type StreamId = Stream['id']

/** The stream chosen when a user signs in. */
export const defaultStream: Stream = streams[0]
