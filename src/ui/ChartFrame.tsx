import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { Button, IconButton } from './Button.tsx'
import styles from './Charts.module.css'
import { hiddenClass } from './Hidden.tsx'

/** What every chart takes. */
export interface ChartProps {
  title: string
  /** One sentence computed from the data: what the picture shows. */
  sentence: string
  /** Level of the title, 3 by default. */
  level?: 2 | 3 | 4
  /** Low, without a visible title and sentence: the place around it says both. */
  isCompact?: boolean | undefined
  /** Writes a value; thousands separators by default. */
  format?: (value: number) => string
}

/** The data of a chart as a table. */
export interface ChartTable {
  columns: readonly string[]
  rows: readonly { id: string; cells: readonly string[] }[]
}

interface ChartFrameProps extends Pick<ChartProps, 'title' | 'sentence' | 'level' | 'isCompact'> {
  table: ChartTable
  children: ReactNode
}

/** Title, sentence, the picture, and a button that puts the table in its place. */
export function ChartFrame({ title, sentence, level = 3, isCompact, table, children }: ChartFrameProps) {
  const t = useMessages('ui')
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <figure className={styles.chart} aria-labelledby={id} data-compact={isCompact || undefined}>
      <figcaption className={styles.head}>
        <div className={isCompact ? hiddenClass : styles.titles}>
          <Heading className={styles.title} id={id}>
            {title}
          </Heading>
          <p className={styles.sentence}>{sentence}</p>
        </div>
        <div className={styles.toggle} data-screen-only>
          {isCompact ? (
            <IconButton
              icon="columns"
              size="small"
              label={asTable ? t('showAsChart') : t('showAsTable')}
              onPress={() => setAsTable(!asTable)}
            />
          ) : (
            <Button variant="quiet" size="small" onPress={() => setAsTable(!asTable)}>
              {asTable ? t('showAsChart') : t('showAsTable')}
            </Button>
          )}
        </div>
      </figcaption>
      {asTable ? <DataOf table={table} labelledBy={id} /> : children}
    </figure>
  )
}

function DataOf({ table, labelledBy }: { table: ChartTable; labelledBy: string }) {
  return (
    <table className={styles.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {table.columns.map(column => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ id, cells: [first, ...others] }) => (
          <tr key={id}>
            <th scope="row">{first}</th>
            {others.map((cell, at) => (
              <td key={table.columns[at + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
