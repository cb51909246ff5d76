import type { Chart } from '../../../machines/inspection/chart.ts'
import { eventTitle } from '../../../machines/inspection/label.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, FindBox } from '../../../ui/index.ts'
import { nameOf, pathOf } from './describe.ts'
import styles from './Toolbar.module.css'

export interface ToolbarProps {
  chart: Chart
  selected: string | undefined
  onSelect: (id: string) => void
  onFoldAll: () => void
  onUnfoldAll: () => void
  /** How many states are folded now. */
  foldedCount: number
  isFoldable: boolean
}

/** Finding, folding. */
export function Toolbar({
  chart,
  selected,
  onSelect,
  onFoldAll,
  onUnfoldAll,
  foldedCount,
  isFoldable,
}: ToolbarProps) {
  const t = useMessages('inspector.diagram')
  const states = chart.states
    .filter(({ id }) => id !== '')
    .map(({ id }) => ({ id, label: nameOf(t, chart, id), hint: pathOf(t, chart, id).join(' › ') }))
  const transitions = chart.transitions.map(({ id, event, source, targets }) => ({
    id,
    label: `${eventTitle(event)}: ${nameOf(t, chart, source)}`,
    hint:
      targets.length > 0 ? targets.map(target => nameOf(t, chart, target)).join(', ') : t('details.stays'),
  }))
  const things = [...states, ...transitions]
  return (
    <div className={styles.bar} data-screen-only>
      <div className={styles.find}>
        <FindBox label={t('toolbar.find')} things={things} value={selected ?? null} onChoose={onSelect} />
      </div>
      {isFoldable && (
        <>
          <Button variant="quiet" icon="fold" onPress={onFoldAll}>
            {t('toolbar.foldAll')}
          </Button>
          <Button
            variant="quiet"
            icon="unfold"
            onPress={onUnfoldAll}
            disabledReason={foldedCount === 0 ? t('toolbar.noneFolded') : undefined}
          >
            {t('toolbar.unfoldAll')}
          </Button>
        </>
      )}
    </div>
  )
}
