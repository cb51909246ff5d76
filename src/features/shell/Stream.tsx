import { useSelector } from '@xstate/react'
import { streamLabel } from '../../domain/labels.ts'
import { streams } from '../../domain/stream.ts'
import { useSession } from '../../hooks/session.ts'
import { selectStream } from '../../machines/session/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { Select } from '../../ui/index.ts'

/** The stream of collections; only Student is available (specification 1 §1). */
export function Stream() {
  const t = useMessages('shell')
  const text = useText()
  const session = useSession()
  const stream = useSelector(session, selectStream)
  return (
    <Select
      label={t('stream')}
      isLabelHidden
      isNarrow
      value={stream.id}
      options={streams.map(({ id, available }) => ({
        id,
        label: text(streamLabel(id)),
        disabledReason: available ? undefined : t('unavailableStream'),
      }))}
      onChange={id => {
        const chosen = streams.find(candidate => candidate.id === id)
        if (chosen) session.send({ type: 'SELECT_STREAM', streamId: chosen.id })
      }}
    />
  )
}
