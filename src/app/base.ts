/** Path that the portal is below, without a slash at its end: the server writes it into the page where there is one. */
export const portalBase = ({ documentElement }: Document): string => documentElement.dataset.base ?? ''

/** The path of an address within the portal, without the one that the portal is below. */
export const pathWithin = (base: string, pathname: string): string =>
  pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname === base ? '/' : pathname
