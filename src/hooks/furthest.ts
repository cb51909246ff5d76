import { useState } from 'react'

/**
 * The furthest of the values that a screen was given while it is shown; `further` gives the one of two that counts. A
 * value that arrives late never takes back what people have seen.
 */
export const useFurthest = <T>(value: T, further: (shown: T, received: T) => T): T => {
  const [shown, setShown] = useState(value)
  const next = further(shown, value)
  if (next !== shown) setShown(next)
  return next
}
