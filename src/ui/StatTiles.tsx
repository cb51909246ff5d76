import type { ReactNode } from 'react'
import { type Tone, toneIcons } from './Badge.tsx'
import { formatCount } from './format.ts'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'
import styles from './StatTiles.module.css'

export interface StatTile {
  id: string
  label: string
  /** A number is written with thousands separators. */
  value: number | string
  /** A quiet line under the value. */
  note?: ReactNode
  /** Adds the colour and the icon of a state; the label says it in words. */
  tone?: Tone
  /** Makes the label a link, for instance to the rows that were counted. */
  href?: string
}

/** A few figures side by side. */
export function StatTiles({ label, tiles }: { label: string; tiles: readonly StatTile[] }) {
  return (
    <ul className={styles.tiles} data-plain aria-label={label}>
      {tiles.map(tile => (
        <li key={tile.id} className={styles.tile} data-tone={tile.tone}>
          <span className={styles.label}>
            {tile.tone && <Icon name={toneIcons[tile.tone]} />}
            {tile.href === undefined ? tile.label : <Link href={tile.href}>{tile.label}</Link>}
          </span>
          <span className={styles.value}>
            {typeof tile.value === 'number' ? formatCount(tile.value) : tile.value}
          </span>
          {tile.note && <span className={styles.note}>{tile.note}</span>}
        </li>
      ))}
    </ul>
  )
}
