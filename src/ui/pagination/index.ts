export { type PageSize, Pagination, type PaginationProps, pagesOf, rangeText } from './Pagination.tsx'
