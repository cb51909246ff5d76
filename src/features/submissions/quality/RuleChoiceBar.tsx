import { limits } from '../../../domain/limits.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Row } from '../../../ui/index.ts'
import type { RuleLine } from './rows.ts'
import { choiceIdOf, type RuleChoice } from './useRuleChoice.ts'

/** What can be done with the rules that are chosen; nothing as long as none is. */
export function RuleChoiceBar({ choice, lines }: { choice: RuleChoice; lines: readonly RuleLine[] }) {
  const t = useMessages('submissions.quality')
  const { chosen } = choice
  const count = chosen.length
  if (count === 0) return null
  const others = lines.filter(line => !chosen.includes(choiceIdOf(line)) && !choice.refusalOf(line))
  return (
    <Row gap={2} align="center">
      <Button
        variant="primary"
        size="small"
        onPress={choice.open}
        disabledReason={
          count > limits.issuesAtOnce ? t('choice.tooMany', { limit: limits.issuesAtOnce }) : undefined
        }
      >
        {t('choice.explain', { count })}
      </Button>
      {others.length > 0 && (
        <Button variant="quiet" size="small" onPress={() => choice.onChoose(others, true)}>
          {t('choice.all', { count: others.length })}
        </Button>
      )}
      <Button variant="quiet" size="small" onPress={choice.clear}>
        {t('choice.clear')}
      </Button>
    </Row>
  )
}
