import type { ReactNode } from 'react'

/** A moment. */
export type Instant = Date
/** What a message chooses its wording by. */
export type Choice = string | boolean
/** What becomes of the text between the tags of a message, `<link>…</link>`. */
export type Tag = (children: ReactNode) => ReactNode
