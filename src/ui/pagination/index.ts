export { type PageSize, Pagination, type PaginationProps, rangeText } from './Pagination.tsx'
