import { roleLabel } from '../../domain/permissions.ts'
import { themes, useSession, useTheme, useViewer } from '../../kit/index.ts'
import { Button } from '../../ui/button/index.ts'
import { Menu } from '../../ui/menu/index.ts'
import { texts } from './texts.ts'

const themePrefix = 'theme:'
const icons = { system: 'screen', light: 'sun', dark: 'moon' } as const

/** Who is signed in, in which roles; the colours of the screens; signing out. */
export function Account() {
  const session = useSession()
  const { actor } = useViewer()
  const { theme, choose } = useTheme()
  const roles = actor.roles.length > 0 ? actor.roles.map(roleLabel).join(', ') : texts.staff
  return (
    <Menu
      label={texts.account}
      trigger={
        <Button variant="quiet" icon="user" iconEnd="chevronDown">
          {actor.name}
        </Button>
      }
      items={[
        {
          id: 'theme',
          label: `${actor.name} · ${roles}`,
          items: themes.map(choice => ({
            id: themePrefix + choice,
            label: `${texts.theme}: ${texts.themes[choice]}`,
            icon: icons[choice],
            isCurrent: theme === choice,
          })),
        },
        { id: 'session', items: [{ id: 'sign-out', label: texts.signOut, icon: 'arrowRight' }] },
      ]}
      onAction={id => {
        if (id === 'sign-out') session.send({ type: 'SIGN_OUT' })
        const chosen = themes.find(choice => themePrefix + choice === id)
        if (chosen) choose(chosen)
      }}
    />
  )
}
