import { Badge } from '../badge/index.ts'
import { Icon, type IconName } from '../icon/index.ts'
import styles from './Tabs.module.css'

/** What a tab shows: icon, words, count. */
export function tabLabel({ icon, label, count }: { icon?: IconName; label: string; count?: number }) {
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
