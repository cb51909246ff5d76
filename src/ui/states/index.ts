export { EmptyState, type EmptyStateProps, ErrorState, type ErrorStateProps } from './States.tsx'
