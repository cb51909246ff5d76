import { IconButton } from './Button.tsx'
import { formatCount } from './format.ts'
import { NativeSelect } from './NativeSelect.tsx'
import styles from './Pagination.module.css'
import { words } from './words.ts'

/** Rows on a page; 'all' puts every row on one. */
export type PageSize = number | 'all'

export interface PaginationProps {
  /** Name of what is paged, read out. */
  label: string
  /** Page in sight, from 1. */
  page: number
  pageSize: PageSize
  /** Rows in all. */
  total: number
  /** 10, 25, 50 and 100 by default. */
  pageSizes?: readonly PageSize[]
  onChange: (change: { page: number; pageSize: PageSize }) => void
}

const usualSizes: readonly PageSize[] = [10, 25, 50, 100]

/** Number of pages, 1 at least. */
export function pagesOf(total: number, pageSize: PageSize): number {
  return pageSize === 'all' ? 1 : Math.max(1, Math.ceil(total / pageSize))
}

/** "11–20 of 123" for what is in sight. */
export function rangeText(page: number, pageSize: PageSize, total: number): string {
  if (total === 0) return words.noRows
  const size = pageSize === 'all' ? total : pageSize
  const from = (page - 1) * size + 1
  return words.rangeOf(formatCount(from), formatCount(Math.min(total, from + size - 1)), formatCount(total))
}

/** Which rows are in sight, how many on a page, and the way to the others. */
export function Pagination({
  label,
  page,
  pageSize,
  total,
  pageSizes = usualSizes,
  onChange,
}: PaginationProps) {
  const pages = pagesOf(total, pageSize)
  const shown = Math.min(page, pages)
  const go = (to: number) => onChange({ page: to, pageSize })
  return (
    <nav className={styles.pagination} aria-label={label}>
      <span className={styles.range}>{rangeText(shown, pageSize, total)}</span>
      {pageSizes.length > 1 && (
        <div className={styles.size}>
          <span aria-hidden="true">{words.rowsPerPage}</span>
          <div className={styles.select}>
            <NativeSelect
              label={words.rowsPerPage}
              isLabelHidden
              options={pageSizes.map(size => ({ id: String(size), label: sizeLabel(size) }))}
              value={String(pageSize)}
              onChange={id => onChange({ page: 1, pageSize: id === 'all' ? 'all' : Number(id) })}
            />
          </div>
        </div>
      )}
      {pages > 1 && (
        <div className={styles.pages}>
          <IconButton
            icon="chevronLeft"
            label={words.previousPage}
            isDisabled={shown <= 1}
            onPress={() => go(shown - 1)}
          />
          <span className={styles.page}>{words.pageOf(formatCount(shown), formatCount(pages))}</span>
          <IconButton
            icon="chevronRight"
            label={words.nextPage}
            isDisabled={shown >= pages}
            onPress={() => go(shown + 1)}
          />
        </div>
      )}
    </nav>
  )
}

function sizeLabel(size: PageSize): string {
  return size === 'all' ? words.allRows : formatCount(size)
}
