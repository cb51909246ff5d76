import { type OrganisationType, organisationTypeByCode } from '../../src/domain/organisation.ts'
import { rolesByOrganisationType } from '../../src/domain/permissions.ts'

/** An entry of the claim `organisations` as the issuer gives it. */
export interface ClaimedOrganisation {
  id: string
  type: string
  role: readonly string[]
}

/** Why an entry of the claim lets a person in nowhere, or not in a role that it names. */
export type ClaimFault =
  | { reason: 'no-organisation' }
  | { reason: 'unknown-organisation'; organisation: string; type: string }
  | { reason: 'not-onboarded'; organisation: string }
  | { reason: 'unknown-role'; role: string; organisation: string }

/** The longest id or name that is shown, and how many faults: the issuer decides what a claim holds. */
const longest = 80
const most = 20

const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)

/** What is wrong with a person's claim, entry by entry, compared with the register (decisions §20). */
export const claimFaults = (
  claimed: readonly ClaimedOrganisation[],
  registered: readonly { id: string; type: OrganisationType; onboarded: boolean }[],
): ClaimFault[] => {
  if (claimed.length === 0) return [{ reason: 'no-organisation' }]
  return claimed
    .flatMap(({ id, type: code, role }): ClaimFault[] => {
      const type = organisationTypeByCode(code)
      const known = registered.find(entry => entry.id === id && entry.type === type)
      const organisation = short(id)
      if (type === undefined || known === undefined)
        return [{ reason: 'unknown-organisation', organisation, type: short(code) }]
      const roles: readonly string[] = rolesByOrganisationType[type]
      return [
        ...(known.onboarded ? [] : [{ reason: 'not-onboarded' as const, organisation }]),
        ...role
          .filter(name => !roles.includes(name))
          .map(name => ({ reason: 'unknown-role' as const, role: short(name), organisation })),
      ]
    })
    .slice(0, most)
}
