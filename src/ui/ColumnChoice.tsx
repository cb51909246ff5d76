import { useMessages } from '../messages/index.ts'
import { Button } from './Button.tsx'
import { lazyModule } from './lazyModule.ts'
import { NotLoaded } from './NotLoaded.tsx'
import { OpenerButton, useOpener } from './opener.ts'

export interface ColumnChoiceProps {
  columns: readonly { id: string; header: string; canHide?: boolean }[]
  hidden: readonly string[]
  onChange: (hidden: string[]) => void
}

const code = lazyModule(() => import('./ColumnPanel.tsx'))

/** A button that opens the list of columns to show. */
export function ColumnChoice(props: ColumnChoiceProps) {
  const t = useMessages('ui')
  const { opener, module, hasFailed } = useOpener('dialog', code)
  return (
    <>
      <OpenerButton opener={opener}>
        <Button variant="quiet" icon="columns">
          {t('columns')}
        </Button>
      </OpenerButton>
      {module && <module.ColumnPanel {...props} opener={opener} />}
      {hasFailed && <NotLoaded />}
    </>
  )
}
