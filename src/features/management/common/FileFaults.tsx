import type { FileFault, Problem } from '../../../domain/problem.ts'
import { useServices } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, CopyText, PlainTable, Row, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'

/** Where a fault is, as editors and compilers write it. */
const placeOf = ({ file, line }: FileFault): string => `${file}:${line}`

/** Why files were refused: every fault with its file and line, also as text; any other problem as such. */
export function FileFaults({ title, problem }: { title: string; problem: Problem }) {
  const t = useMessages('management.content')
  const text = useText()
  const { saveText } = useServices()
  const { faults } = problem
  if (!faults) return <ActionFailure title={title} problem={problem} hasReason={problem.kind === 'invalid'} />
  const lines = faults.map(fault => `${placeOf(fault)} ${text(fault.message)}\n`).join('')
  return (
    <Banner tone="failed" title={text(problem.reason)} announced="alert" isWide>
      <Stack gap={3}>
        <PlainTable
          caption={t('faults', { count: faults.length })}
          isCaptionHidden
          columns={[
            {
              id: 'place',
              header: t('faults.place'),
              cell: fault => <code translate="no">{placeOf(fault)}</code>,
              isRowHeader: true,
            },
            { id: 'message', header: t('faults.message'), cell: ({ message }) => text(message) },
          ]}
          rows={faults.map((fault, at) => ({ ...fault, at }))}
          rowId={({ at }) => String(at)}
        />
        <Row gap={2}>
          <CopyText text={lines} label={t('faults.copy')} doneLabel={t('faults.copied')} />
          <Button
            variant="quiet"
            size="small"
            icon="download"
            onPress={() => saveText('errors.txt', lines, 'text/plain')}
          >
            {t('faults.download')}
          </Button>
        </Row>
      </Stack>
    </Banner>
  )
}
