import { useEffect, useRef } from 'react'
import { LinkButton, type LinkButtonProps } from './LinkButton.tsx'
import { isSingleKey } from './singleKeys.ts'

export interface KeyLinkProps
  extends Pick<LinkButtonProps, 'children' | 'href' | 'aria-label' | 'disabledReason'> {
  /** The key that goes there too, unless shortcuts of one key are off. */
  shortcut: string
}

/** A way on that has a key of its own. */
export function KeyLink({ shortcut, ...link }: KeyLinkProps) {
  const frame = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = isSingleKey(event, shortcut) && frame.current?.querySelector<HTMLElement>('a')
      if (!target) return
      event.preventDefault()
      target.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shortcut])
  return (
    <span ref={frame} data-screen-only>
      <LinkButton {...link} variant="quiet" iconEnd="chevronRight" />
    </span>
  )
}
