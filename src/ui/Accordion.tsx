import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Disclosure as AriaDisclosure, DisclosurePanel } from 'react-aria-components/Disclosure'
import { DisclosureGroup } from 'react-aria-components/DisclosureGroup'
import { Heading } from 'react-aria-components/Heading'
import styles from './Accordion.module.css'
import { Icon } from './Icon.tsx'

export interface AccordionItem {
  id: string
  title: string
  /** Shown at the end of the header line: a StatusTag, a Badge, a count. */
  summary?: ReactNode
  /** A quiet line under the title. */
  hint?: ReactNode
  /** Controls beside the header that do not open it, for instance a Menu. */
  actions?: ReactNode
  /** Given as a function it is drawn only while open. */
  children: ReactNode | (() => ReactNode)
}

export interface AccordionProps {
  items: readonly AccordionItem[]
  /** Ids of the open ones. */
  expanded: readonly string[]
  onChange: (expanded: string[]) => void
  /** Level of the headings, 2 by default. */
  level?: 2 | 3 | 4
  /** Low headers, and content up to the edges. */
  isDense?: boolean
}

/** Sections that open and close, each by itself. Never put one into another. */
export function Accordion({ items, expanded, onChange, level = 2, isDense }: AccordionProps) {
  return (
    <DisclosureGroup
      className={styles.accordion ?? ''}
      data-dense={isDense || undefined}
      allowsMultipleExpanded
      expandedKeys={expanded}
      onExpandedChange={keys => onChange([...keys].map(String))}
    >
      {items.map(item => (
        <AriaDisclosure key={item.id} id={item.id} className={styles.item ?? ''}>
          <div className={styles.header}>
            <Heading level={level} className={styles.heading ?? ''}>
              <Button slot="trigger" className={styles.trigger ?? ''}>
                <Icon name="chevronRight" />
                <span className={styles.text}>
                  <span className={styles.title}>{item.title}</span>
                  {item.hint && <span className={styles.hint}>{item.hint}</span>}
                </span>
                {item.summary && <span className={styles.summary}>{item.summary}</span>}
              </Button>
            </Heading>
            {item.actions && <div className={styles.actions}>{item.actions}</div>}
          </div>
          <DisclosurePanel className={styles.panel ?? ''}>
            {(typeof item.children !== 'function' || expanded.includes(item.id)) && (
              <div className={styles.content}>
                {typeof item.children === 'function' ? item.children() : item.children}
              </div>
            )}
          </DisclosurePanel>
        </AriaDisclosure>
      ))}
    </DisclosureGroup>
  )
}
