import { clockTime } from '../../../domain/dates.ts'
import { useOpenedRecording } from '../../../hooks/running/useOpenedRecording.ts'
import { useOwnActors } from '../../../hooks/running/useOwnActors.ts'
import { useWatchedActors, type WatchedActors } from '../../../hooks/running/useWatchedActors.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, FileButton, Row, Stack, TextField } from '../../../ui/index.ts'
import { LiveActors } from './LiveActors.tsx'
import { Replay } from './Replay.tsx'

/** The actors of this page as they run, those of another person's browser with their consent, or those of a recording. */
export function View() {
  const t = useMessages('inspector.running')
  const { opened, open, close } = useOpenedRecording()
  const watched = useWatchedActors()
  return (
    <Stack>
      <p>{t('lead')}</p>
      <Row align="end">
        <FileButton accept={['.json']} onFile={file => void open(file)}>
          {t('open')}
        </FileButton>
        {opened && (
          <Button icon="close" onPress={close}>
            {t('close')}
          </Button>
        )}
        {!opened && !watched.session && <CodeField watched={watched} />}
      </Row>
      {opened && !opened.ok && (
        <Banner tone="failed" title={t('unreadable', { name: opened.name })} announced="alert">
          {t(`faults.${opened.fault}`)}
        </Banner>
      )}
      {opened?.ok ? (
        <Replay name={opened.name} entries={opened.entries} />
      ) : watched.session ? (
        <OtherActors watched={watched} />
      ) : (
        <OwnActors />
      )}
    </Stack>
  )
}

function OwnActors() {
  return <LiveActors recording={useOwnActors()} />
}

function CodeField({ watched: { code, setCode, join, problem } }: { watched: WatchedActors }) {
  const t = useMessages('inspector.running')
  const text = useText()
  return (
    <>
      <TextField
        label={t('code')}
        description={t('codeHint')}
        value={code}
        onChange={setCode}
        maxLength={20}
        error={problem && text(problem.reason)}
      />
      <Button onPress={() => void join()}>{t('watch')}</Button>
    </>
  )
}

function OtherActors({ watched }: { watched: WatchedActors }) {
  const t = useMessages('inspector.running')
  const text = useText()
  const { session, isLive, recording, problem, end, leave } = watched
  if (!session) return null
  const name = session.sharer
  return (
    <>
      <Banner
        tone={isLive ? 'attention' : 'neutral'}
        title={
          isLive ? t('watching', { name, until: text(clockTime(session.expires)) }) : t('watchOver', { name })
        }
        announced="status"
        actions={
          isLive ? (
            <Button onPress={() => void end()}>{t('end')}</Button>
          ) : (
            <Button onPress={leave}>{t('back')}</Button>
          )
        }
      >
        {problem && text(problem.reason)}
      </Banner>
      <LiveActors recording={recording} />
    </>
  )
}
