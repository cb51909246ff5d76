import type { ReactNode } from 'react'

/** A moment: a date, milliseconds since 1970, or ISO 8601 as it comes over the wire. */
export type Instant = Date | number | string
/** What a message chooses its wording by. */
export type Choice = string | boolean
/** What becomes of the text between the tags of a message, `<link>…</link>`. */
export type Tag = (children: ReactNode) => ReactNode
