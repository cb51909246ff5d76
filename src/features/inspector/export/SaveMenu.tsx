import { Button, Menu, type MenuProps, notify } from '../../../ui/index.ts'
import { texts } from './texts.ts'

interface SaveMenuProps extends Pick<MenuProps, 'label' | 'items'> {
  save: (id: string) => Promise<void>
}

/** A menu of files to save; one that cannot be made is told of. */
export function SaveMenu({ label, items, save }: SaveMenuProps) {
  const onAction = (id: string) =>
    void save(id).catch((error: unknown) =>
      notify({
        tone: 'failed',
        title: texts.failed,
        text: error instanceof Error ? error.message : texts.unknown,
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
