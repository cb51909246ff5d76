import { type ReactNode, useEffect } from 'react'
import { product } from '../domain/product.ts'

/** Sets the title of the page: its name followed by the product's (specification 1 §1). */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} – ${product.name}`
  }, [title])
}

/** The same as an element, for pages whose title is known only with their data. */
export function PageTitle({ title }: { title: string }): ReactNode {
  usePageTitle(title)
  return null
}
