import type { ReactNode } from 'react'
import type { FileFaultWire } from '../../../domain/wire/common.ts'
import { useMessages } from '../../../messages/index.ts'
import { Banner, PlainTable } from '../../../ui/index.ts'

/** How a file was read differently than it is written. */
export function FileNotes({ title, notes }: { title: string; notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <Banner tone="neutral" title={title}>
      <ul>
        {notes.map(note => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Banner>
  )
}

/** What is wrong with the lines of a file that is to be imported: the first faults, and how many more there are. */
export function LineFaults({
  faults,
  faultCount,
  actions,
}: {
  faults: readonly FileFaultWire[]
  faultCount: number
  /** What can be done about a fault here. */
  actions?: (fault: FileFaultWire) => ReactNode
}) {
  const t = useMessages('management')
  return (
    <>
      <PlainTable
        caption={t('lineFaults.caption')}
        isCaptionHidden
        columns={[
          { id: 'line', header: t('lineFaults.line'), cell: ({ line }) => line, kind: 'number' },
          {
            id: 'column',
            header: t('lineFaults.column'),
            cell: ({ column }) => column && <code translate="no">{column}</code>,
          },
          { id: 'value', header: t('lineFaults.value'), cell: ({ value }) => value },
          { id: 'reason', header: t('lineFaults.reason'), cell: ({ reason }) => reason, isRowHeader: true },
          ...(actions ? [{ id: 'actions', header: t('lineFaults.repair'), cell: actions }] : []),
        ]}
        rows={faults}
        rowId={({ line, column, reason }) => `${line} ${column} ${reason}`}
        isBounded
      />
      {faultCount > faults.length && <p>{t('lineFaults.more', { count: faultCount - faults.length })}</p>}
    </>
  )
}
