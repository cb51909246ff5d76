import { Button as AriaButton } from 'react-aria-components/Button'
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup'
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

/**
 * The chosen filters, each with a cross that removes it, as Delete does when the tag has the focus. Draws nothing when
 * there are none.
 */
export function FilterTags({ label, tags, onRemove, onClear, clearLabel }: FilterTagsProps) {
  const t = useMessages('ui')
  if (tags.length === 0) return null
  return (
    <div className={styles.tags}>
      <TagGroup
        className={styles.group ?? ''}
        aria-label={label}
        onRemove={ids => {
          for (const id of ids) onRemove(String(id))
        }}
      >
        <TagList className={styles.list ?? ''}>
          {tags.map(tag => (
            <Tag
              key={tag.id}
              id={tag.id}
              className={styles.tag ?? ''}
              textValue={`${tag.filter}: ${tag.label}`}
            >
              <span className={styles.filter}>{tag.filter}:</span>
              <span className={styles.label}>{tag.label}</span>
              <AriaButton slot="remove" className={styles.remove ?? ''} aria-label={t('removeFilter')}>
                <Icon name="close" size="small" />
              </AriaButton>
            </Tag>
          ))}
        </TagList>
      </TagGroup>
      <Button variant="quiet" size="small" onPress={onClear}>
        {clearLabel ?? t('clearAll')}
      </Button>
    </div>
  )
}
