import type { Problem } from '../../../domain/problem.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, PlainTable } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'

/** Why files were refused: every fault with its file and line; any other problem as such. */
export function FileFaults({ title, problem }: { title: string; problem: Problem }) {
  const t = useMessages('management.content')
  const text = useText()
  const { faults } = problem
  if (!faults) return <ActionFailure title={title} problem={problem} hasReason={problem.kind === 'invalid'} />
  return (
    <Banner tone="failed" title={text(problem.reason)} announced="alert" isWide>
      <PlainTable
        caption={t('faults', { count: faults.length })}
        isCaptionHidden
        columns={[
          {
            id: 'place',
            header: t('faults.place'),
            cell: ({ file, line }) => <code translate="no">{`${file}:${line}`}</code>,
            isRowHeader: true,
          },
          { id: 'message', header: t('faults.message'), cell: ({ message }) => text(message) },
        ]}
        rows={faults.map((fault, at) => ({ ...fault, at }))}
        rowId={({ at }) => String(at)}
      />
    </Banner>
  )
}
