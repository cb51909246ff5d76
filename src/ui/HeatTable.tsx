import { Link } from 'react-aria-components/Link'
import styles from './HeatTable.module.css'
import { Hidden, hiddenClass } from './Hidden.tsx'

/** How strongly a cell is coloured, from nothing to the strongest. */
export const heatTones = ['none', 'fine', 'low', 'middle', 'high'] as const
export type HeatTone = (typeof heatTones)[number]

export interface HeatCell {
  tone: HeatTone
  isStriped?: boolean
  /** The cell in words, also shown under the pointer. */
  label: string
}

export interface HeatTableProps {
  caption: string
  columns: readonly { id: string; label: string; shortLabel: string; href: string; total: string }[]
  rows: readonly {
    id: string
    label: string
    href: string
    isCurrent: boolean
    total: string
    share: number
  }[]
  /** Undefined for a cell without anything to show. */
  cellOf: (row: string, column: string) => HeatCell | undefined
  /** Read out for such a cell. */
  nothing: string
  heads: { rows: string; totals: string; columnTotals: string }
  legend: readonly { id: string; label: string; tone: HeatTone; isStriped?: boolean }[]
}

/**
 * Many rows against some columns, each cell coloured by what was found. Rows and columns are links, with their totals at the right
 * and at the foot. Cells are text only: as links they would be hundreds of tab stops.
 */
export function HeatTable(props: HeatTableProps) {
  const { caption, columns, rows, cellOf, nothing, heads, legend } = props
  return (
    <div className={styles.heat}>
      <div className={styles.region}>
        <table className={styles.table}>
          <caption className={hiddenClass}>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{heads.rows}</th>
              {columns.map(({ id, label, shortLabel, href }) => (
                <th key={id} scope="col" className={styles.column}>
                  <Link className={styles.columnLink ?? ''} href={href} aria-label={label}>
                    {shortLabel}
                  </Link>
                </th>
              ))}
              <th scope="col" className={styles.total}>
                {heads.totals}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.id} data-current={row.isCurrent || undefined}>
                <th scope="row">
                  <Link
                    className={styles.rowLink ?? ''}
                    href={row.href}
                    {...(row.isCurrent && { 'aria-current': 'true' as const })}
                  >
                    {row.label}
                  </Link>
                </th>
                {columns.map(column => {
                  const cell = cellOf(row.id, column.id)
                  return (
                    <td
                      key={column.id}
                      className={styles.cell}
                      data-tone={cell?.tone ?? 'none'}
                      data-striped={cell?.isStriped || undefined}
                      title={cell?.label}
                    >
                      <Hidden>{cell?.label ?? nothing}</Hidden>
                    </td>
                  )
                })}
                <td className={styles.total}>
                  <svg className={styles.bar} viewBox="0 0 36 8" aria-hidden="true">
                    <rect x={36 - row.share * 36} width={row.share * 36} height={8} rx={2} />
                  </svg>
                  {row.total}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{heads.columnTotals}</th>
              {columns.map(({ id, total }) => (
                <td key={id} className={styles.columnTotal}>
                  {total}
                </td>
              ))}
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
      <ul className={styles.legend} data-plain aria-hidden="true">
        {legend.map(({ id, label, tone, isStriped }) => (
          <li key={id} className={styles.entry} data-tone={tone} data-striped={isStriped || undefined}>
            {label}
          </li>
        ))}
      </ul>
    </div>
  )
}
