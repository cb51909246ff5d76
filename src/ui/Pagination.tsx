import { type Translate, useMessages } from '../messages/index.ts'
import { IconButton } from './Button.tsx'
import { formatCount } from './format.ts'
import styles from './Pagination.module.css'
import { Select } from './Select.tsx'

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
export function rangeText(t: Translate<'ui'>, page: number, pageSize: PageSize, total: number): string {
  if (total === 0) return t('noRows')
  const size = pageSize === 'all' ? total : pageSize
  const from = (page - 1) * size + 1
  return t('rangeOf', {
    from: formatCount(from),
    to: formatCount(Math.min(total, from + size - 1)),
    total: formatCount(total),
  })
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
  const t = useMessages('ui')
  const pages = pagesOf(total, pageSize)
  const shown = Math.min(page, pages)
  const go = (to: number) => onChange({ page: to, pageSize })
  return (
    <nav className={styles.pagination} aria-label={label}>
      <span className={styles.range}>{rangeText(t, shown, pageSize, total)}</span>
      {pageSizes.length > 1 && (
        <div className={styles.size}>
          <span aria-hidden="true">{t('rowsPerPage')}</span>
          <div className={styles.select}>
            <Select
              label={t('rowsPerPage')}
              isLabelHidden
              options={pageSizes.map(size => ({ id: String(size), label: sizeLabel(t, size) }))}
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
            label={t('previousPage')}
            isDisabled={shown <= 1}
            onPress={() => go(shown - 1)}
          />
          <span className={styles.page}>
            {t('pageOf', { page: formatCount(shown), pages: formatCount(pages) })}
          </span>
          <IconButton
            icon="chevronRight"
            label={t('nextPage')}
            isDisabled={shown >= pages}
            onPress={() => go(shown + 1)}
          />
        </div>
      )}
    </nav>
  )
}

function sizeLabel(t: Translate<'ui'>, size: PageSize): string {
  return size === 'all' ? t('allRows') : formatCount(size)
}
