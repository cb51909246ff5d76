import { Button as AriaButton } from 'react-aria-components/Button'
import { Button } from './Button.tsx'
import styles from './FilterTags.module.css'
import { Icon } from './Icon.tsx'
import { words } from './words.ts'

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
export function FilterTags({ label, tags, onRemove, onClear, clearLabel = words.clearAll }: FilterTagsProps) {
  if (tags.length === 0) return null
  return (
    <ul className={styles.tags} data-plain aria-label={label}>
      {tags.map(tag => (
        <li key={tag.id} className={styles.tag}>
          <span className={styles.filter}>{tag.filter}</span>
          <span className={styles.label}>{tag.label}</span>
          <AriaButton
            className={styles.remove ?? ''}
            aria-label={words.removeFilter(`${tag.filter}: ${tag.label}`)}
            onPress={() => onRemove(tag.id)}
          >
            <Icon name="close" size="small" />
          </AriaButton>
        </li>
      ))}
      <li>
        <Button variant="quiet" size="small" onPress={onClear}>
          {clearLabel}
        </Button>
      </li>
    </ul>
  )
}
