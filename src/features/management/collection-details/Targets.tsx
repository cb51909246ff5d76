import { exactStatusLabel } from '../../../domain/labels.ts'
import {
  isTarget,
  longestTarget,
  readTargets,
  type TargetStatus,
  targetStatuses,
} from '../../../domain/stayTargets.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { FormField, Stack } from '../../../ui/index.ts'

/** Name of the field of a status. */
export const targetField = (status: TargetStatus): string => `target ${status}`

/** Fields for the most working days that a submission should stay in each status. */
export function Targets({ stored }: { stored: string | null }) {
  const t = useMessages('management.collection')
  const text = useText()
  const targets = readTargets(stored) ?? {}
  return (
    <fieldset>
      <legend>{t('targets.title')}</legend>
      <Stack gap={3}>
        <p>{t('targets.help')}</p>
        {targetStatuses.map(status => (
          <FormField
            key={status}
            name={targetField(status)}
            label={text(exactStatusLabel(status))}
            kind="number"
            maxLength={3}
            defaultValue={targets[status] === undefined ? '' : String(targets[status])}
            validate={value =>
              value.trim() === '' || isTarget(Number(value))
                ? undefined
                : t('targets.fault', { most: longestTarget })
            }
          />
        ))}
      </Stack>
    </fieldset>
  )
}
