import type { RuleExampleWire } from '../../../domain/wire/ruleSource.ts'
import { useMessages } from '../../../messages/index.ts'
import { PlainTable, StatusTag } from '../../../ui/index.ts'
import styles from './ExampleTable.module.css'

const tones = { passes: 'good', fails: 'failed', outside: 'neutral', measures: 'neutral' } as const

/** The test records of a rule, with what the rule must make of each; after a run also whether it does. */
export function ExampleTable({
  examples,
}: {
  examples: readonly (RuleExampleWire & { message?: string | null })[]
}) {
  const t = useMessages('management')
  const wasRun = examples.some(({ message }) => message !== undefined)
  return (
    <PlainTable
      caption={t('examples')}
      isCaptionHidden
      stacks
      columns={[
        {
          id: 'number',
          header: t('examples.number'),
          cell: ({ at }) => at + 1,
          isRowHeader: true,
          kind: 'number',
        },
        {
          id: 'outcome',
          header: t('examples.outcome'),
          cell: ({ outcome }) => (
            <StatusTag tone={tones[outcome]} variant="plain">
              {t(`examples.${outcome}`)}
            </StatusTag>
          ),
        },
        {
          id: 'record',
          header: t('examples.record'),
          cell: ({ record, because }) => (
            <>
              <code className={styles.record} translate="no">
                {record === '' ? t('examples.unchanged') : record}
              </code>
              {because !== null && <p>{because}</p>}
            </>
          ),
        },
        ...(wasRun
          ? [
              {
                id: 'verdict',
                header: t('examples.verdict'),
                cell: ({ message = null }: { message?: string | null }) => (
                  <StatusTag tone={message === null ? 'good' : 'failed'} variant="plain">
                    {message ?? t('examples.holds')}
                  </StatusTag>
                ),
              },
            ]
          : []),
      ]}
      rows={examples.map((example, at) => ({ ...example, at }))}
      rowId={({ at }) => String(at)}
    />
  )
}
