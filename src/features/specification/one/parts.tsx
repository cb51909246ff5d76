import type { ReactNode } from 'react'
import type { PublishedCollection, PublishedRule } from '../../../domain/wire/published.ts'
import { useMessages } from '../../../messages/index.ts'
import { Badge, Link, Stack } from '../../../ui/index.ts'
import { itemPath } from '../addresses.ts'
import styles from './page.module.css'

export interface PartProps {
  collection: PublishedCollection
}

/** Level of the headings within an item: below the page's own, or below that of the item where all stand on one page. */
export type ItemLevel = 2 | 4

interface TitledProps {
  title: string
  level?: ItemLevel | undefined
}

/** How something compares with the year before; nothing where it is the same. */
export function Change({ change }: { change: PublishedRule['change'] }) {
  const t = useMessages('published')
  if (change === null || change === 'SAME') return null
  return <Badge tone={change === 'ADDED' ? 'good' : 'attention'}>{t(`change.${change}`)}</Badge>
}

/** Something that is read as it is written: SQL, an example. */
export function Code({ title, level = 2, children }: TitledProps & { children: string }) {
  const Heading = `h${level}` as const
  return (
    <Stack gap={1}>
      <Heading className={styles.heading}>{title}</Heading>
      <pre className={styles.code} translate="no">
        {children}
      </pre>
    </Stack>
  )
}

/** Rules, or fields, that each have an address. */
export function Anchors({ reference, names }: { reference: string; names: readonly string[] }) {
  return (
    <ul className={styles.anchors}>
      {names.map(name => (
        <li key={name}>
          <Link href={itemPath(reference, name)}>
            <code translate="no">{name}</code>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A heading with what belongs under it. */
export function Section({ title, level = 2, children }: TitledProps & { children: ReactNode }) {
  const Heading = `h${level}` as const
  return (
    <Stack gap={1}>
      <Heading className={styles.heading}>{title}</Heading>
      {children}
    </Stack>
  )
}
