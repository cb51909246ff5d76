import { useEffect, useEffectEvent } from 'react'
import { type PageSize, pagesOf } from './Pagination.tsx'

interface PageInSight {
  /** From 1. */
  page: number
  pageSize: PageSize
  /** Rows in all. */
  total: number
  /** Whether the answer is about this page: one that is still of another page or filter says nothing about it. */
  isAnswered: boolean
}

/**
 * Whether the page lies beyond the end: an address may have named it, or its rows are gone. The last page comes in its
 * place, and the caller is told.
 */
export function useLastPage(
  { page, pageSize, total, isAnswered }: PageInSight,
  onChange: (change: { page: number }) => void,
): boolean {
  const lastPage = pagesOf(total, pageSize)
  const isBeyondEnd = isAnswered && total > 0 && page > lastPage
  const goToLastPage = useEffectEvent(() => onChange({ page: lastPage }))
  useEffect(() => {
    if (isBeyondEnd) goToLastPage()
  }, [isBeyondEnd])
  return isBeyondEnd
}
