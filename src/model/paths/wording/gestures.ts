import type { Principal } from '../../../domain/principal.ts'
import { product } from '../../../domain/product.ts'

/** Who does something, as testers name people. */
export const personText = (actor: Principal): string => {
  if (actor.kind !== 'user') return 'the system'
  if (actor.organisationType === 'statutory_customer') return "an analyst of the provider's regulator"
  if (actor.organisationType === 'agency')
    return actor.roles.includes('admin') ? `a ${product.name} administrator` : `a ${product.name} analyst`
  if (actor.roles.includes('ovt-submitter')) return "the provider's user of the online validation tool"
  return actor.roles.includes('sign-off')
    ? "the provider's user with the sign-off role"
    : "the provider's submitter"
}

/** An action of a row on the monitoring page. */
export const onRow = (label: string) => (who: string) =>
  `${who} opens "More actions" in the provider's row of the collection's monitoring page, chooses "${label}" and confirms`

/** The same, with a note that the provider reads. */
export const onRowWithNote = (label: string) => (who: string) =>
  `${who} opens "More actions" in the provider's row of the collection's monitoring page, chooses "${label}", writes a note to the provider and confirms`

/** The gesture on the Submit page. */
export const submits = (who: string): string =>
  `${who} ticks the box of the terms on the Submit page and presses "Submit for approval"`
