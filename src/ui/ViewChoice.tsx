import { type FormEvent, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { announce } from './Announcer.tsx'
import { Button, IconButton } from './Button.tsx'
import { PanelButton } from './DialogPopover.tsx'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'
import { TextField } from './TextField.tsx'
import styles from './ViewChoice.module.css'

export interface ViewChoiceProps {
  /** The views that were saved, by their names. */
  views: readonly { name: string; href: string; isCurrent: boolean }[]
  /** The address of a view is gone to. */
  onApply: (name: string) => void
  /** Saves the table as it is under a name. */
  onSave: (name: string) => void
  onDelete: (name: string) => void
}

const longestName = 60

/** A button that opens the saved views of a table: each is a link and can be deleted; the present view can be saved. */
export function ViewChoice({ views, onApply, onSave, onDelete }: ViewChoiceProps) {
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
    <PanelButton icon="bookmark" label={t('savedViews.button')} className={styles.panel}>
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
    </PanelButton>
  )
}
