import { roleLabel } from '../../domain/permissions.ts'
import { themes, useSingleKeys, useTheme } from '../../hooks/preferences.ts'
import { useSession, useViewer } from '../../hooks/session.ts'
import { Popup, PopupGroup, PopupItem } from '../../ui/index.ts'
import { texts } from './texts.ts'

const icons = { system: 'screen', light: 'sun', dark: 'moon' } as const

/** Who is signed in, in which roles; the colours of the screens; whether single keys do something; signing out. */
export function Account() {
  const session = useSession()
  const { actor } = useViewer()
  const { theme, choose } = useTheme()
  const { isOn, turn } = useSingleKeys()
  const roles = actor.roles.length > 0 ? actor.roles.map(roleLabel).join(', ') : texts.staff
  return (
    <Popup label={actor.name} icon="user" title={texts.account}>
      <PopupGroup label={`${actor.userId} · ${roles}`}>
        <PopupItem icon="arrowRight" onPress={() => session.send({ type: 'SIGN_OUT' })}>
          {texts.signOut}
        </PopupItem>
      </PopupGroup>
      <PopupGroup label={texts.theme}>
        {themes.map(choice => (
          <PopupItem
            key={choice}
            icon={icons[choice]}
            isCurrent={theme === choice}
            onPress={() => choose(choice)}
          >
            {texts.themes[choice]}
          </PopupItem>
        ))}
      </PopupGroup>
      <PopupGroup label={texts.keys.group}>
        <PopupItem icon="keyboard" isCurrent={isOn} onPress={() => turn(!isOn)}>
          {texts.keys.single}
        </PopupItem>
      </PopupGroup>
    </Popup>
  )
}
