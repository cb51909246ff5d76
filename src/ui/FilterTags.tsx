import { Button as AriaButton } from 'react-aria-components/Button'
import { useMessages } from '../messages/index.ts'
import { Button } from './Button.tsx'
import styles from './FilterTags.module.css'
import { Icon } from './Icon.tsx'

export interface FilterTag {
  id: string
  /** Name of the filter: "State". */
  filter: string
  /** What was chosen: "Signed off". */
  label: string
}

export interface FilterTagsProps {
  /** Name of the list, read out: "Chosen filters". */
  label: string
  tags: readonly FilterTag[]
  onRemove: (id: string) => void
  onClear: () => void
  clearLabel?: string
}

/** The chosen filters, each with a cross that takes it away. Nothing is drawn when there are none. */
export function FilterTags({ label, tags, onRemove, onClear, clearLabel }: FilterTagsProps) {
  const t = useMessages('ui')
  if (tags.length === 0) return null
  return (
    <ul className={styles.tags} data-plain aria-label={label}>
      {tags.map(tag => (
        <li key={tag.id} className={styles.tag}>
          <span className={styles.filter}>{tag.filter}</span>
          <span className={styles.label}>{tag.label}</span>
          <AriaButton
            className={styles.remove ?? ''}
            aria-label={t('removeFilter', { label: `${tag.filter}: ${tag.label}` })}
            onPress={() => onRemove(tag.id)}
          >
            <Icon name="close" size="small" />
          </AriaButton>
        </li>
      ))}
      <li>
        <Button variant="quiet" size="small" onPress={onClear}>
          {clearLabel ?? t('clearAll')}
        </Button>
      </li>
    </ul>
  )
}
