import { useEffect, useRef } from 'react'
import { LinkButton } from './LinkButton.tsx'
import styles from './Neighbours.module.css'
import { isSingleKey } from './singleKeys.ts'

const ways = ['previous', 'next'] as const
type Way = (typeof ways)[number]

/** One of the two ways: a word, and where it leads. */
export interface Neighbour {
  /** On the button: "Previous", "Next". */
  word: string
  /** Where one comes to, in words; undefined with `end` at the end of the list. */
  to: { href: string; name: string } | undefined
  /** Why there is none: one stands at the first, or at the last. */
  end: string
}

export interface NeighboursProps extends Record<Way, Neighbour> {
  /** Name of the list. */
  label: string
  /** Where one stands, for instance "3 of 12". */
  place: string
}

/** Keys that go on in a list. */
const keys: Readonly<Record<Way, string>> = { previous: 'p', next: 'n' }

/** The ways to the one before and the one after in the list that one came from; the keys "p" and "n" go there too. */
export function Neighbours({ label, place, ...both }: NeighboursProps) {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const way = ways.find(one => isSingleKey(event, keys[one]))
      const link = way && frame.current?.querySelector<HTMLElement>(`[data-way="${way}"] a`)
      if (!link) return
      event.preventDefault()
      link.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const linkOf = (way: Way) => {
    const { word, to, end } = both[way]
    return (
      <span data-way={way}>
        <LinkButton
          href={to?.href ?? ''}
          variant="quiet"
          size="small"
          {...(way === 'previous' ? { icon: 'chevronLeft' } : { iconEnd: 'chevronRight' })}
          {...(to ? { 'aria-label': `${word}: ${to.name}` } : {})}
          disabledReason={to ? undefined : end}
        >
          {word}
        </LinkButton>
      </span>
    )
  }
  return (
    <nav className={styles.neighbours} aria-label={label} ref={frame} data-screen-only>
      {linkOf('previous')}
      <span className={styles.place}>{place}</span>
      {linkOf('next')}
    </nav>
  )
}
