import type { ElementType, ReactNode } from 'react'
import styles from './Layout.module.css'

/** Steps of the 4 px grid: 1 is 4 px, 2 is 8 px, 3 is 12 px, 4 is 16 px, 6 is 24 px, 8 is 32 px, 12 is 48 px. */
export type Gap = 0 | 1 | 2 | 3 | 4 | 6 | 8 | 12

export interface LayoutProps {
  children: ReactNode
  gap?: Gap
  /** Element to draw, a div by default. */
  as?: ElementType
  'aria-label'?: string
  'aria-labelledby'?: string
  id?: string
}

/** Children under each other. */
export function Stack({ gap = 4, as: Element = 'div', ...props }: LayoutProps) {
  return <Element {...props} className={styles.stack} data-gap={gap} />
}

export interface RowProps extends LayoutProps {
  align?: 'center' | 'start' | 'end' | 'baseline' | 'stretch'
  justify?: 'start' | 'between' | 'end'
  /** Never breaks into a second line. */
  isTight?: boolean
}

/** Children beside each other; they wrap when there is no room. */
export function Row({
  gap = 2,
  align = 'center',
  justify = 'start',
  isTight,
  as: Element = 'div',
  ...props
}: RowProps) {
  return (
    <Element
      {...props}
      className={styles.row}
      data-gap={gap}
      data-align={align}
      data-justify={justify}
      data-tight={isTight || undefined}
    />
  )
}

export interface ColumnsProps extends LayoutProps {
  /**
   * halves, thirds, quarters: as many equal columns as fit, at most that many; main-side: a wide and a narrow one;
   * side-main: the same the other way round; form-main: a form beside what it is about. All become one column where there is no room.
   */
  layout?: 'halves' | 'thirds' | 'quarters' | 'main-side' | 'side-main' | 'form-main'
}

/** Children in columns. */
export function Columns({ gap = 4, layout = 'halves', as: Element = 'div', ...props }: ColumnsProps) {
  return <Element {...props} className={styles.columns} data-gap={gap} data-layout={layout} />
}
