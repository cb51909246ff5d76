import { useOpenedRecording } from '../../../hooks/running/useOpenedRecording.ts'
import { useOwnActors } from '../../../hooks/running/useOwnActors.ts'
import { useMessages } from '../../../messages/index.ts'
import { Banner, Button, FileButton, Row, Stack } from '../../../ui/index.ts'
import { LiveActors } from './LiveActors.tsx'
import { Replay } from './Replay.tsx'

/** The actors of this page as they run, or of a recording. */
export function View() {
  const t = useMessages('inspector.running')
  const { opened, open, close } = useOpenedRecording()
  return (
    <Stack>
      <p>{t('lead')}</p>
      <Row>
        <FileButton accept={['.json']} onFile={file => void open(file)}>
          {t('open')}
        </FileButton>
        {opened && (
          <Button icon="close" onPress={close}>
            {t('close')}
          </Button>
        )}
      </Row>
      {opened && !opened.ok && (
        <Banner tone="failed" title={t('unreadable', { name: opened.name })} announced="alert">
          {t(`faults.${opened.fault}`)}
        </Banner>
      )}
      {opened?.ok ? <Replay name={opened.name} entries={opened.entries} /> : <OwnActors />}
    </Stack>
  )
}

function OwnActors() {
  return <LiveActors recording={useOwnActors()} />
}
