import { exactStatusLabel } from '../../../domain/labels.ts'
import { statuses } from '../../../domain/status.ts'
import type { SequenceMessage } from '../../../domain/wire/inspection.ts'
import type { ToText, Translate } from '../../../messages/index.ts'
import { labelOf } from '../history/labels.ts'

const statusText = (text: ToText, code: unknown): string | undefined => {
  const status = statuses.find(one => one.code === code)
  return status && text(exactStatusLabel(status.name))
}

/** A stage has the name of the status in which it is worked on. */
export const stageText = (text: ToText, stage: string): string =>
  statusText(text, stage === 'HISTORY' ? 'HISTORY_DATA' : stage) ?? stage

const jobs = ['discardFile', 'armUploadTimer', 'discardContentLater', 'raiseIssues'] as const
const isJob = (name: string): name is (typeof jobs)[number] => (jobs as readonly string[]).includes(name)

/** A message in the words of the portal. */
export const nameOf = (
  t: Translate<'inspector.sequence'>,
  text: ToText,
  { kind, name, payload }: SequenceMessage,
): string => {
  switch (kind) {
    case 'event':
    case 'refusal':
      return labelOf(text, name)
    case 'work':
      if (typeof payload.stage === 'string') return stageText(text, payload.stage)
      return isJob(name) ? t(`jobs.${name}`) : name
    case 'live': {
      const label = statusText(text, payload.status)
      return label ? t('status.known', { label }) : t('status.unknown')
    }
    case 'attempt':
    case 'fault':
    case 'result':
      return stageText(text, name)
  }
}
