import { useHref } from 'react-router'

/**
 * What a link of this `href` leads to. The router would take an address with a scheme, such as `https:` or `mailto:`, for a
 * place below the page.
 */
export const useLinkAddress = (href: string): string => {
  const place = useHref(href)
  return /^[a-z][a-z+.-]*:/i.test(href) ? href : place
}
