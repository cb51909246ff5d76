import { useMessages } from '../messages/index.ts'
import { Button } from './Button.tsx'
import styles from './FilterTags.module.css'
import { useLazyPart } from './lazyPart.ts'
import { lazyParts } from './lazyParts.ts'
import { useNotLoaded } from './useNotLoaded.ts'

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
 * The chosen filters, each with a cross that takes it away, as Delete does where the focus is on it. Nothing is drawn
 * when there are none.
 */
export function FilterTags({ onClear, clearLabel, ...list }: FilterTagsProps) {
  const t = useMessages('ui')
  const code = useLazyPart(lazyParts.filterTags, list.tags.length > 0, useNotLoaded())
  if (list.tags.length === 0) return null
  return (
    <div className={styles.tags}>
      {code && <code.FilterTagList {...list} />}
      <Button variant="quiet" size="small" onPress={onClear}>
        {clearLabel ?? t('clearAll')}
      </Button>
    </div>
  )
}
