import { ButtonContext } from 'react-aria-components/Button'
import { useMessages } from '../messages/index.ts'
import { Button } from './Button.tsx'
import { useStandIn } from './firstUse.ts'
import { lazyParts } from './lazyParts.ts'

export interface ViewChoiceProps {
  /** The views that were saved, by their names. */
  views: readonly { name: string; href: string; isCurrent: boolean }[]
  /** The address of a view is gone to. */
  onApply: (name: string) => void
  /** Saves the table as it is under a name. */
  onSave: (name: string) => void
  onDelete: (name: string) => void
}

/** A button that opens the saved views of a table: each is a link, and can be deleted; what is in sight can be saved. */
export function ViewChoice(props: ViewChoiceProps) {
  const t = useMessages('ui')
  const { code, firstUse, button } = useStandIn(lazyParts.viewChoice)
  const trigger = (
    <Button variant="quiet" icon="bookmark">
      {t('savedViews.button')}
    </Button>
  )
  if (code) return <code.ViewChoiceControl {...props} trigger={trigger} firstUse={firstUse} />
  return <ButtonContext value={button}>{trigger}</ButtonContext>
}
