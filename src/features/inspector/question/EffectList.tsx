import { hearersOfSubmission, noticeKindLabel } from '../../../domain/notice.ts'
import type { StatusName, SubmissionMode } from '../../../domain/status.ts'
import type { LifecycleEffect } from '../../../machines/submission-lifecycle/index.ts'
import {
  listOf,
  message,
  type ToText,
  type Translate,
  useMessages,
  useText,
} from '../../../messages/index.ts'
import { stageText } from '../sequence/naming.ts'
import { groupLabel } from './people.ts'

export interface EffectListProps {
  effects: readonly LifecycleEffect[]
  /** The submission's status after the event. */
  status: StatusName
  mode: SubmissionMode
}

/** What the system does because of an event: jobs, and notices with the organisations that get them. */
export function EffectList({ effects, status, mode }: EffectListProps) {
  const t = useMessages('inspector.question')
  const text = useText()
  return (
    <ul aria-label={t('effects.title')}>
      {effects.map(effect => {
        const sentence = sentenceOf(t, text, effect, { status, mode })
        return <li key={sentence}>{sentence}</li>
      })}
    </ul>
  )
}

const sentenceOf = (
  t: Translate<'inspector.question'>,
  text: ToText,
  effect: LifecycleEffect,
  { status, mode }: Omit<EffectListProps, 'effects'>,
): string => {
  if (effect.type === 'enqueueStage')
    return t('effects.enqueueStage', { stage: stageText(text, effect.stage) })
  if (effect.type !== 'notify') return t(`effects.${effect.type}`)
  const parties = listOf(hearersOfSubmission(status, mode, false).map(type => groupLabel(t, type)))
  const notice = noticeKindLabel(effect.kind)
  return text(message('inspector.question', 'effects.notify', { notice, parties }))
}
