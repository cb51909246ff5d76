import type { ReactNode } from 'react'
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

function tabLabel({ icon, label, count }: { icon?: IconName; label: string; count?: number }) {
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
