/** Streams of collections (specification 1 §9). Only Student is available. */
export const streams = [
  { id: '056', name: 'Student', available: true },
  { id: '042', name: 'Estates', available: false },
  { id: '031', name: 'Finance', available: false },
  { id: '025', name: 'Staff', available: false },
] as const

export type Stream = (typeof streams)[number]

/** The stream chosen when a user signs in. */
export const defaultStream: Stream = streams[0]
