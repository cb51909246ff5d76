import { type FormEvent, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { announce } from './Announcer.tsx'
import { Button, IconButton } from './Button.tsx'
import { DialogPopover, type DialogPopoverProps } from './DialogPopover.tsx'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'
import { TextField } from './TextField.tsx'
import styles from './ViewChoice.module.css'
import type { ViewChoiceProps } from './ViewChoice.tsx'

const longestName = 60

interface ViewChoiceControlProps extends ViewChoiceProps, Pick<DialogPopoverProps, 'trigger' | 'firstUse'> {}

/** The button with the list of views that it opens, in the place of its stand-in. */
export function ViewChoiceControl(props: ViewChoiceControlProps) {
  const { views, onApply, onSave, onDelete, trigger, firstUse } = props
  const t = useMessages('ui')
  const [name, setName] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    const chosen = name.trim()
    if (chosen === '') return
    onSave(chosen)
    announce(t('savedViews.saved', { name: chosen }))
    setName('')
  }
  return (
    <DialogPopover
      trigger={trigger}
      firstUse={firstUse}
      title={t('savedViews.button')}
      placement="bottom end"
      className={styles.panel}
    >
      {({ close }) => (
        <>
          {views.length === 0 ? (
            <p className={styles.none}>{t('savedViews.none')}</p>
          ) : (
            <ul className={styles.views} aria-label={t('savedViews.button')}>
              {views.map(view => (
                <li key={view.name} className={styles.view}>
                  <Link
                    variant="row"
                    href={view.href}
                    {...(view.isCurrent ? { 'aria-current': 'true' as const } : {})}
                    onPress={() => {
                      onApply(view.name)
                      close()
                    }}
                  >
                    {view.name}
                  </Link>
                  {view.isCurrent && <Icon name="check" />}
                  <IconButton
                    icon="trash"
                    size="small"
                    label={t('savedViews.delete', { name: view.name })}
                    onPress={() => onDelete(view.name)}
                  />
                </li>
              ))}
            </ul>
          )}
          <form className={styles.form} onSubmit={save}>
            <TextField
              label={t('savedViews.name')}
              description={t('savedViews.what')}
              value={name}
              onChange={setName}
              maxLength={longestName}
            />
            <Button type="submit" variant="secondary">
              {t('savedViews.save')}
            </Button>
          </form>
        </>
      )}
    </DialogPopover>
  )
}
