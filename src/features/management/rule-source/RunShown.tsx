import type { RunResult } from '../../../machines/rule-source/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { PlainTable, Stack } from '../../../ui/index.ts'
import { ExampleTable } from '../common/ExampleTable.tsx'

/** What running the examples of a rule has shown; while one types, it is of what was entered before. */
export function RunShown({ result, isStale }: { result: RunResult | undefined; isStale: boolean }) {
  const t = useMessages('management.rule-source')
  const failing = result?.examples.filter(({ message }) => message !== null).length ?? 0
  return (
    <Stack gap={3}>
      <p role="status">
        {isStale || !result
          ? t('running')
          : result.faults.length > 0
            ? t('faults', { count: result.faults.length })
            : t('held', { count: result.examples.length, failing })}
      </p>
      {result && result.faults.length > 0 && (
        <PlainTable
          caption={t('faultsTitle')}
          isCaptionHidden
          columns={[
            { id: 'line', header: t('line'), cell: ({ line }) => line, isRowHeader: true, kind: 'number' },
            { id: 'message', header: t('wrong'), cell: ({ message }) => message },
          ]}
          rows={result.faults.map((fault, at) => ({ ...fault, at }))}
          rowId={({ at }) => String(at)}
        />
      )}
      {result && result.examples.length > 0 && <ExampleTable examples={result.examples} />}
    </Stack>
  )
}
