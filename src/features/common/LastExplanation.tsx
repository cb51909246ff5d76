import { loggedAt } from '../../domain/dates.ts'
import type { LastExplanation as Last } from '../../domain/wire/issues.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { Button, Row, Stack } from '../../ui/index.ts'
import styles from './LastExplanation.module.css'

export interface LastExplanationProps {
  last: Last
  onUse: () => void
}

/** What was written in the collection before, to begin with (decisions §11). */
export function LastExplanation({ last, onUse }: LastExplanationProps) {
  const t = useMessages('issues')
  const text = useText()
  return (
    <Stack gap={1}>
      <p className={styles.when}>
        {t('write.last', { collection: last.collection, instant: text(loggedAt(last.at)) })}
      </p>
      <blockquote className={styles.quoted}>{last.text}</blockquote>
      <Row gap={2}>
        <Button size="small" onPress={onUse}>
          {t('write.useLast')}
        </Button>
      </Row>
    </Stack>
  )
}
