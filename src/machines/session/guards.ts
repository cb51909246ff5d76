import type { OrganisationChoice, Session } from './types.ts'

/** A provider organisation can be chosen only when it is onboarded (specification 1 §1). */
export const isOrganisationEnabled = (choice: OrganisationChoice): boolean =>
  choice.type !== 'provider' || choice.isOnboarded

/** Whether the session can be switched to this organisation: known, enabled and not the present one. */
export const isOrganisationSelectable = (session: Session | undefined, organisationId: string): boolean =>
  session?.user.organisationId !== organisationId &&
  (session?.organisations.some(choice => choice.id === organisationId && isOrganisationEnabled(choice)) ??
    false)
