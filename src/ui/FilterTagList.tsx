import { Button } from 'react-aria-components/Button'
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup'
import { useMessages } from '../messages/index.ts'
import styles from './FilterTags.module.css'
import type { FilterTagsProps } from './FilterTags.tsx'
import { Icon } from './Icon.tsx'

type FilterTagListProps = Pick<FilterTagsProps, 'label' | 'tags' | 'onRemove'>

/** The tags of FilterTags. */
export function FilterTagList({ label, tags, onRemove }: FilterTagListProps) {
  const t = useMessages('ui')
  return (
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
            <Button slot="remove" className={styles.remove ?? ''} aria-label={t('removeFilter')}>
              <Icon name="close" size="small" />
            </Button>
          </Tag>
        ))}
      </TagList>
    </TagGroup>
  )
}
