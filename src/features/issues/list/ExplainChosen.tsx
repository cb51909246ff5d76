import { limits } from '../../../domain/limits.ts'
import type { Problem } from '../../../domain/problem.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Card, Form, FormField, Row } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'

export interface ExplainChosenProps {
  count: number
  onExplain: (text: string) => void
  onClear: () => void
  isSending: boolean
  problem: Problem | undefined
}

/** One explanation for all the issues that are chosen. */
export function ExplainChosen({ count, onExplain, onClear, isSending, problem }: ExplainChosenProps) {
  const t = useMessages('issues')
  const text = useText()
  const isTooMany = count > limits.issuesAtOnce
  return (
    <Card title={t('many.title', { count })}>
      <Form
        label={t('many.explain', { count })}
        onSubmit={entered => onExplain(String(entered.get('text') ?? ''))}
      >
        <FormField
          name="text"
          label={t('write.explanation')}
          isRequired
          maxLength={limits.issueText}
          kind="lines"
        />
        <Row gap={2}>
          <Button
            type="submit"
            variant="primary"
            isPending={isSending}
            disabledReason={isTooMany ? t('many.tooMany', { limit: limits.issuesAtOnce }) : undefined}
          >
            {t('many.explain', { count })}
          </Button>
          <Button variant="quiet" onPress={onClear}>
            {t('many.clear')}
          </Button>
        </Row>
      </Form>
      {problem && (
        <ActionFailure title={t('write.failed')} problem={problem}>
          <p>{text(problem.reason)}</p>
        </ActionFailure>
      )}
    </Card>
  )
}
