import { useShareWithSupport } from '../../hooks/running/useShareWithSupport.ts'
import { useSharing } from '../../hooks/running/useSharing.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { Button, Stack } from '../../ui/index.ts'

/** In the help: lets support look on at this browser. */
export function SupportOffer() {
  const t = useMessages('support')
  const text = useText()
  const session = useSharing()
  const { start, isStarting, problem } = useShareWithSupport()
  const isOpen = session !== undefined && session.state !== 'over'
  return (
    <Stack gap={2}>
      <p>{t('about')}</p>
      {isOpen ? (
        <p role="status">
          {t('code')} <strong>{session.code}</strong>
        </p>
      ) : (
        <Button onPress={() => void start()} isPending={isStarting}>
          {t('start')}
        </Button>
      )}
      {problem && <p role="alert">{text(problem.reason)}</p>}
    </Stack>
  )
}
