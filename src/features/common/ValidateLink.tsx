import type { ReactNode } from 'react'
import { useHref } from 'react-router'

/** A link to the page /validate, with the schema of a collection chosen. It loads the document: its policy is another. */
export function ValidateLink({ reference, children }: { reference?: string; children: ReactNode }) {
  const address = useHref('/validate')
  const query = reference === undefined ? '' : `?${new URLSearchParams({ specification: reference })}`
  return <a href={`${address}${query}`}>{children}</a>
}
