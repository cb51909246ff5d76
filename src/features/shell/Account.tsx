import { useNavigate } from 'react-router'
import { roleLabel } from '../../domain/labels.ts'
import { themes } from '../../hooks/preferences.ts'
import { useSession, useViewer } from '../../hooks/session.ts'
import { useSingleKeys, useTheme } from '../../hooks/usePreferences.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { Popup, PopupGroup, PopupItem } from '../../ui/index.ts'

const icons = { system: 'screen', light: 'sun', dark: 'moon' } as const

/** Who is signed in, in which roles; the colours of the screens; whether single keys do something; signing out. */
export function Account() {
  const t = useMessages('shell')
  const text = useText()
  const session = useSession()
  const navigate = useNavigate()
  const { principal } = useViewer()
  const { theme, choose } = useTheme()
  const { isOn, turn } = useSingleKeys()
  const roles =
    principal.roles.length > 0 ? principal.roles.map(role => text(roleLabel(role))).join(', ') : t('staff')
  return (
    <Popup label={principal.name} icon="user" title={t('account')}>
      <PopupGroup label={`${principal.userId} · ${roles}`}>
        <PopupItem icon="user" closes onPress={() => void navigate('/account')}>
          {t('settings')}
        </PopupItem>
        <PopupItem icon="arrowRight" onPress={() => session.send({ type: 'SIGN_OUT' })}>
          {t('signOut')}
        </PopupItem>
      </PopupGroup>
      <PopupGroup label={t('theme')}>
        {themes.map(choice => (
          <PopupItem
            key={choice}
            icon={icons[choice]}
            isCurrent={theme === choice}
            onPress={() => choose(choice)}
          >
            {t(`themes.${choice}`)}
          </PopupItem>
        ))}
      </PopupGroup>
      <PopupGroup label={t('keys.group')}>
        <PopupItem icon="keyboard" isCurrent={isOn} onPress={() => turn(!isOn)}>
          {t('keys.single')}
        </PopupItem>
      </PopupGroup>
    </Popup>
  )
}
