import type { ReactNode } from 'react'
import { ButtonContext } from 'react-aria-components/Button'
import type { Opener } from './useOpener.ts'

/** Makes the one Button in it the one that opens the panel. */
export function OpenerButton({ opener, children }: { opener: Opener; children: ReactNode }) {
  return <ButtonContext value={opener.button}>{children}</ButtonContext>
}
