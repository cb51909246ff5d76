import { uploadedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import { pickerId } from '../../../domain/limits.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Select, Switch } from '../../../ui/index.ts'

export interface PreviousSubmission {
  submissionId: string
  fileName: string
  /** ISO instant. */
  uploadedDate: string
}

/** With which previous submission a report is compared; nothing is compared before one is chosen. */
export interface Comparison {
  isComparing: boolean
  previousId: string | undefined
}

export interface CompareChoiceProps extends Comparison {
  /** Undefined as long as it is not known what there is. */
  previous: readonly PreviousSubmission[] | undefined
  /** Why nothing can be compared, though there are previous submissions. */
  refusal?: string | undefined
  onChange: (comparison: Comparison) => void
}

/** The toggle and the picker of a compare mode (specification 2 §2.9, §2.11). */
export function CompareChoice({ isComparing, previousId, previous, refusal, onChange }: CompareChoiceProps) {
  const t = useMessages('submissions.layout')
  const nothingToCompare =
    previous === undefined
      ? t('compare.unknown')
      : previous.length === 0
        ? t('compare.noPrevious')
        : undefined
  return (
    <>
      <Switch
        isSelected={isComparing}
        disabledReason={nothingToCompare ?? refusal}
        onChange={isOn => onChange({ isComparing: isOn, previousId: undefined })}
      >
        {t('compare.on')}
      </Switch>
      {isComparing && (
        <PreviousChoice
          previous={previous ?? []}
          previousId={previousId}
          onChoose={chosen => onChange({ isComparing, previousId: chosen })}
        />
      )}
    </>
  )
}

export interface PreviousChoiceProps {
  previous: readonly PreviousSubmission[]
  previousId: string | undefined
  onChoose: (previousId: string) => void
}

/** The picker alone: by the end of the id and the date (specification 2 §2.9). */
export function PreviousChoice({ previous, previousId, onChoose }: PreviousChoiceProps) {
  const t = useMessages('submissions.layout')
  const text = useText()
  return (
    <Select
      label={t('compare.picker')}
      placeholder={t('compare.placeholder')}
      options={previous.map(({ submissionId, uploadedDate, fileName }) => ({
        id: submissionId,
        label: t('compare.option', {
          id: pickerId(submissionId),
          uploaded: text(uploadedAt(uploadedDate)),
        }),
        hint: shownFileName(fileName),
      }))}
      value={previousId ?? null}
      onChange={onChoose}
    />
  )
}
