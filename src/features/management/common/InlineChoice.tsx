import type { ReactNode } from 'react'
import type { InlineChoiceHandle } from '../../../hooks/inlineChoice.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Row, Select, Stack } from '../../../ui/index.ts'
import styles from './InlineChoice.module.css'

export interface InlineChoiceProps {
  choice: InlineChoiceHandle
  /** What is chosen, for whom: "State of Student 2025/26". */
  label: string
  options: readonly { id: number; name: string }[]
  /** Options that come last, under a heading of their own. */
  apart?: { label: string; options: readonly { id: number; name: string }[] } | undefined
  /** Why nothing can be chosen now; it is said on the button. */
  disabledReason?: string | undefined
  /** Whether the reader may choose at all. */
  isOffered: boolean
  /** What is chosen now. */
  children: ReactNode
}

const optionOf = ({ id, name }: { id: number; name: string }) => ({ id: String(id), label: name })

/** A choice that is made in its place in a table: shown, chosen, saved or given up (specification 1 §4). */
export function InlineChoice({
  choice,
  label,
  options,
  apart,
  disabledReason,
  isOffered,
  children,
}: InlineChoiceProps) {
  const t = useMessages('management')
  const text = useText()
  if (!choice.isChoosing)
    return (
      <div className={styles.shown}>
        {children}
        {isOffered && (
          <Button
            variant="quiet"
            size="small"
            onPress={choice.edit}
            disabledReason={disabledReason}
            aria-label={t('choice.change', { what: label })}
          >
            {t('choice.changeShort')}
          </Button>
        )}
      </div>
    )
  const value = choice.picked ?? choice.current
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a legend; the label is only read out.
    <div
      role="group"
      aria-label={label}
      className={styles.choosing}
      data-failed={choice.problem ? '' : undefined}
      data-focus-next
    >
      <Stack gap={2}>
        <Row gap={2} align="end">
          <Select
            label={label}
            isLabelHidden
            value={value === null ? null : String(value)}
            options={
              apart
                ? [
                    { id: 'options', label: t('choice.next'), options: options.map(optionOf) },
                    { id: 'apart', label: apart.label, options: apart.options.map(optionOf) },
                  ]
                : options.map(optionOf)
            }
            placeholder={t('choice.placeholder')}
            onChange={id => choice.pick(Number(id))}
          />
          <Button
            variant="primary"
            size="small"
            onPress={choice.save}
            isPending={choice.isSaving}
            disabledReason={
              choice.canSave || choice.isConfirming || choice.isSaving ? undefined : t('choice.pickFirst')
            }
          >
            {choice.problem ? t('choice.retry') : t('choice.save')}
          </Button>
          <Button variant="quiet" size="small" onPress={choice.cancel} isDisabled={choice.isSaving}>
            {t('choice.cancel')}
          </Button>
        </Row>
        {choice.isOvertaken && (
          <p role="status" className={styles.note}>
            {t('choice.overtaken')}
          </p>
        )}
        {choice.problem && (
          <p role="alert" className={styles.problem}>
            {text(choice.problem.reason)}
          </p>
        )}
      </Stack>
    </div>
  )
}
