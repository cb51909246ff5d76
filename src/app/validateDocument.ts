import { screenAt } from '../domain/routes.ts'
import { pathWithin, portalBase } from './base.ts'

/** Whether the document is the page /validate. The server sends it with a policy under which the portal cannot run. */
export const isValidateDocument = ({ document, location }: Pick<Window, 'document' | 'location'>): boolean =>
  screenAt(pathWithin(portalBase(document), location.pathname)) === 'validate'
