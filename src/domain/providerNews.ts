import type { LiveMessage } from './wire/live.ts'

/**
 * Whether a message tells of something that stands on every page: the name of a provider, whether it takes part, its
 * approval chain. Whatever is in sight has to be asked for again.
 */
export const concernsEveryPage = (message: LiveMessage): boolean => message.type === 'PROVIDER'

/** Whether a message tells that what the session says of an organisation is another. */
export const tellsOfOrganisation = (message: LiveMessage, organisationId: string): boolean =>
  message.type === 'PROVIDER' && message.providers.includes(organisationId)
