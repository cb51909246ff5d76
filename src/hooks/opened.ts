import { useState } from 'react'

/**
 * A value as it was when the screen was first drawn. A form is filled with it once: compared with later data, what somebody else
 * has changed since would look like a change of the user's, and be taken back.
 */
export const useOpened = <T>(value: T): T => useState(value)[0]
