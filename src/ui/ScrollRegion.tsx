import type { ReactNode } from 'react'
import { moreAside } from './moreAside.ts'
import styles from './ScrollRegion.module.css'

export interface ScrollRegionProps {
  /** What is in it: read out when the keyboard comes to it. */
  label: string
  /** No higher than most of the window: then it scrolls downwards too. */
  isBounded?: boolean
  isPadded?: boolean
  children: ReactNode
}

/** A frame around something wide, which scrolls in its place. */
export function ScrollRegion({ label, isBounded, isPadded, children }: ScrollRegionProps) {
  return (
    <section
      className={styles.region}
      ref={moreAside}
      data-bounded={isBounded || undefined}
      data-padded={isPadded || undefined}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
    >
      {children}
    </section>
  )
}
