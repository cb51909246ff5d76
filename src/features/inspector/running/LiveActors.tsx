import { recordingText } from '../../../domain/recording.ts'
import { useServices } from '../../../hooks/index.ts'
import type { RecordingHandle } from '../../../hooks/running/useOwnActors.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Row } from '../../../ui/index.ts'
import { loadCharts } from '../charts.ts'
import { chartFor } from './chartFor.ts'
import { Observation } from './Observation.tsx'
import { observe } from './observe.ts'

/** Fetched when somebody saves: no part of showing the view. */
const loadFormats = () => import('../export/formats.ts')

/** Actors as they run, with a pause, and a way to save what was recorded. */
export function LiveActors({ recording }: { recording: RecordingHandle }) {
  const t = useMessages('inspector.running')
  const { saveText, now } = useServices()
  const { entries, isPaused, waiting, pause, resume } = recording
  const save = async (): Promise<void> => {
    const [charts, { textFormats }] = await Promise.all([loadCharts(), loadFormats()])
    const format = textFormats.find(({ id }) => id === 'xstate')
    const actors = new Map(observe(entries).actors.map(actor => [actor.id, actor]))
    const definitionOf = (id: string): string | undefined => {
      const actor = actors.get(id)
      const chart = actor && chartFor(charts, actor)
      return chart && format?.write(chart)
    }
    const time = new Date(now()).toISOString().slice(0, 'yyyy-MM-ddTHH:mm:ss'.length).replaceAll(':', '-')
    saveText(`recording-${time}.json`, recordingText(entries, definitionOf), 'application/json')
  }
  return (
    <>
      <Row>
        <Button icon={isPaused ? 'play' : 'pause'} onPress={isPaused ? resume : pause}>
          {isPaused ? t('resume') : t('pause')}
        </Button>
        <Button
          icon="download"
          onPress={() => void save()}
          disabledReason={entries.length === 0 ? t('none') : undefined}
        >
          {t('save')}
        </Button>
        <span role="status">{isPaused ? t('paused', { count: waiting }) : ''}</span>
      </Row>
      <Observation entries={entries} />
    </>
  )
}
