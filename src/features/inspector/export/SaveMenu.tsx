import { useMessages } from '../../../messages/index.ts'
import { Button, Menu, type MenuProps, notify } from '../../../ui/index.ts'

interface SaveMenuProps extends Pick<MenuProps, 'label' | 'items'> {
  save: (id: string) => Promise<void>
}

/** A menu of files to save; one that cannot be made is told of. */
export function SaveMenu({ label, items, save }: SaveMenuProps) {
  const t = useMessages('inspector.export')
  const onAction = (id: string) =>
    void save(id).catch((error: unknown) =>
      notify({
        tone: 'failed',
        title: t('failed'),
        text: error instanceof Error ? error.message : t('unknown'),
      }),
    )
  return (
    <Menu
      label={label}
      items={items}
      onAction={onAction}
      trigger={
        <Button icon="download" iconEnd="chevronDown">
          {label}
        </Button>
      }
    />
  )
}
