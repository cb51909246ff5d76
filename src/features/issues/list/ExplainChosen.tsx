import { limits } from '../../../domain/limits.ts'
import type { Problem } from '../../../domain/problem.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Card, Form, FormField, Row, Select, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'

export interface ExplainChosenProps {
  count: number
  onExplain: (text: string) => void
  onClear: () => void
  isSending: boolean
  problem: Problem | undefined
  /** To whom they can be assigned; empty until it is known. */
  colleagues: readonly { userId: string; name: string }[]
  /** Who is chosen of them; undefined before. */
  assignee: string | undefined
  onAssignee: (userId: string) => void
  onAssign: (userId: string | null) => void
  isAssigning: boolean
}

const nobody = '-'

/** What is done with all the issues that are chosen: one explanation, or one colleague who looks after them. */
export function ExplainChosen(props: ExplainChosenProps) {
  const { count, onExplain, onClear, isSending, problem, assignee = nobody } = props
  const t = useMessages('issues')
  const tooMany = count > limits.issuesAtOnce ? t('many.tooMany', { limit: limits.issuesAtOnce }) : undefined
  return (
    <Card title={t('many.title', { count })}>
      <Stack gap={4}>
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
            <Button type="submit" variant="primary" isPending={isSending} disabledReason={tooMany}>
              {t('many.explain', { count })}
            </Button>
            <Button variant="quiet" onPress={onClear}>
              {t('many.clear')}
            </Button>
          </Row>
        </Form>
        <Row gap={2} align="end">
          <Select
            label={t('write.assignee.label')}
            value={assignee}
            onChange={props.onAssignee}
            options={[
              { id: nobody, label: t('write.assignee.nobody') },
              ...props.colleagues.map(({ userId, name }) => ({ id: userId, label: name })),
            ]}
          />
          <Button
            onPress={() => props.onAssign(assignee === nobody ? null : assignee)}
            isPending={props.isAssigning}
            disabledReason={tooMany}
          >
            {t('many.assign', { count })}
          </Button>
        </Row>
        <ActionFailure title={t('write.failed')} problem={problem} hasReason />
      </Stack>
    </Card>
  )
}
