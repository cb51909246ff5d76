import { useMessages } from '../../../messages/index.ts'
import { formatCount, Link, PlainTable } from '../../../ui/index.ts'

/** The upload that the numbers stand beside. */
export interface Comparison {
  /** Its day, as a heading. */
  label: string
}

/** A finding with its number, the number of the upload before, and what can still be done about it. */
export interface CountLine {
  id: string
  finding: string
  count: number
  /** Undefined where it is not known of the upload before. */
  before?: number | undefined
  action?: { text: string; href?: string } | undefined
}

/** Findings by number, beside those of the last upload where there was one. */
export function CountsTable({
  lines,
  compared,
}: {
  lines: readonly CountLine[]
  compared: Comparison | undefined
}) {
  const t = useMessages('submissions.submit')
  return (
    <PlainTable
      caption={t('approvers.title')}
      isCaptionHidden
      rows={lines}
      rowId={({ id }) => id}
      columns={[
        {
          id: 'finding',
          header: t('approvers.columns.finding'),
          cell: ({ finding }) => finding,
          isRowHeader: true,
        },
        {
          id: 'count',
          header: t('approvers.columns.count'),
          cell: ({ count }) => formatCount(count),
          kind: 'number',
        },
        ...(compared
          ? [
              {
                id: 'before',
                header: compared.label,
                cell: ({ before }: CountLine) => (before === undefined ? '' : formatCount(before)),
                kind: 'number' as const,
              },
            ]
          : []),
        {
          id: 'action',
          header: t('approvers.more'),
          cell: ({ action }) =>
            action?.href === undefined ? action?.text : <Link href={action.href}>{action.text}</Link>,
        },
      ]}
    />
  )
}
