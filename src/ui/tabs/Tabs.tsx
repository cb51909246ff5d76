import type { ReactNode } from 'react'
import { Link as AriaLink } from 'react-aria-components/Link'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import { Badge } from '../badge/index.ts'
import { Icon, type IconName } from '../icon/index.ts'
import styles from './Tabs.module.css'

export interface TabItem {
  id: string
  label: string
  /** Shown as a small badge after the label. */
  count?: number
  icon?: IconName
  /** Drawn only while the tab is chosen. */
  panel: ReactNode
}

export interface TabsProps {
  label: string
  tabs: readonly TabItem[]
  value: string
  onChange: (id: string) => void
}

/** Panels of one page, one in sight at a time. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <AriaTabs
      className={styles.tabs ?? ''}
      selectedKey={value}
      onSelectionChange={key => onChange(String(key))}
    >
      <TabList className={styles.list ?? ''} aria-label={label}>
        {tabs.map(tab => (
          <Tab key={tab.id} id={tab.id} className={styles.tab ?? ''}>
            {tabLabel(tab)}
          </Tab>
        ))}
      </TabList>
      {tabs.map(tab => (
        <TabPanel key={tab.id} id={tab.id} className={styles.panel ?? ''}>
          {tab.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}

export interface LinkTab {
  id: string
  label: string
  href: string
  count?: number
  icon?: IconName
  isCurrent?: boolean
}

/** Links that look like tabs: each leads to its own page. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label}>
      <ul className={styles.list} data-plain>
        {tabs.map(tab => (
          <li key={tab.id}>
            <AriaLink
              className={styles.tab ?? ''}
              href={tab.href}
              data-selected={tab.isCurrent || undefined}
              aria-current={tab.isCurrent ? 'page' : undefined}
            >
              {tabLabel(tab)}
            </AriaLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function tabLabel({ icon, label, count }: Pick<TabItem, 'icon' | 'label' | 'count'>) {
  return (
    <>
      {icon && <Icon name={icon} />}
      <span className={styles.label} data-text={label}>
        {label}
      </span>
      {count !== undefined && <Badge>{count.toLocaleString('en-GB')}</Badge>}
    </>
  )
}
