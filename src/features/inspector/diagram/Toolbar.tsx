import type { Chart } from '../../../machines/inspection/chart.ts'
import { eventWords } from '../../../machines/inspection/label.ts'
import { Button, FindBox } from '../../../ui/index.ts'
import { nameOf, pathOf } from './describe.ts'
import styles from './Toolbar.module.css'
import { texts } from './texts.ts'

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
  const words = texts.toolbar
  const states = chart.states
    .filter(({ id }) => id !== '')
    .map(({ id }) => ({ id, label: nameOf(chart, id), hint: pathOf(chart, id).join(' › ') }))
  const transitions = chart.transitions.map(({ id, event, source, targets }) => ({
    id,
    label: `${eventWords(event)}: ${nameOf(chart, source)}`,
    hint: targets.length > 0 ? targets.map(target => nameOf(chart, target)).join(', ') : texts.details.stays,
  }))
  const things = [...states, ...transitions]
  return (
    <div className={styles.bar} data-screen-only>
      <div className={styles.find}>
        <FindBox
          label={words.find}
          things={things}
          value={things.find(({ id }) => id === selected)?.label ?? ''}
          onChoose={onSelect}
        />
      </div>
      {isFoldable && (
        <>
          <Button variant="quiet" icon="fold" onPress={onFoldAll}>
            {words.foldAll}
          </Button>
          <Button
            variant="quiet"
            icon="unfold"
            onPress={onUnfoldAll}
            disabledReason={foldedCount === 0 ? words.noneFolded : undefined}
          >
            {words.unfoldAll}
          </Button>
        </>
      )}
    </div>
  )
}
