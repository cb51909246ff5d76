import { ButtonContext } from 'react-aria-components/Button'
import { useMessages } from '../messages/index.ts'
import { Button } from './Button.tsx'
import { useStandIn } from './firstUse.ts'
import { lazyParts } from './lazyParts.ts'
import type { OfferedColumn } from './useTableModel.ts'

export interface ColumnChoiceProps {
  columns: readonly OfferedColumn[]
  /** The columns to show. */
  onChange: (shown: readonly string[]) => void
}

/** A button that opens the list of columns to show. */
export function ColumnChoice(props: ColumnChoiceProps) {
  const t = useMessages('ui')
  const { code, firstUse, button } = useStandIn(lazyParts.columnChoice)
  const trigger = (
    <Button variant="quiet" icon="columns">
      {t('columns')}
    </Button>
  )
  if (code) return <code.ColumnChoiceControl {...props} trigger={trigger} firstUse={firstUse} />
  return <ButtonContext value={button}>{trigger}</ButtonContext>
}
