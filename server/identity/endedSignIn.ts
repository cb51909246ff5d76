/*
 * What a sign-in still counts for after its person has signed out. The issuer's session may go on, and its next tokens name the
 * same one: they count once the person has shown anew who they are (`auth_time`), and a token from before never does.
 */

/** What is known of a sign-in. */
export interface Standing {
  /** When its person signed out last, by our clock; null where they have not. */
  ended: Date | null
  /** When they then showed anew who they are, by the clock of the issuer; null where they have not since. */
  beganAgain: Date | null
}

/** When it began again after its last end. A release that knows of no such beginning leaves an earlier one where it ends it. */
const beginningAgain = ({ ended, beganAgain }: Standing): Date | null =>
  ended !== null && beganAgain !== null && beganAgain > ended ? beganAgain : null

/**
 * Whether what we issued then counts: a token of the API, or the ticket of a live connection. A sign-in that is known by its person
 * alone is used again by the next one.
 */
export const countsStill = (
  standing: Standing,
  { issuedAt, isPersonAlone }: { issuedAt: Date; isPersonAlone: boolean },
): boolean =>
  standing.ended === null ||
  ((beginningAgain(standing) !== null || isPersonAlone) && issuedAt > standing.ended)

/**
 * Since when a sign-in counts again for an identity token, by the clock of the issuer: null where it has not ended, undefined where
 * the token does not count. `authenticated` is when its person had last shown who they are before: our clock may differ from the
 * issuer's, so an end is held against both.
 */
export const beginningFor = (
  standing: Standing & { authenticated: Date | null },
  token: { issuedAt: Date; authenticatedAt?: Date | undefined; isPersonAlone: boolean },
): Date | null | undefined => {
  const { ended, authenticated } = standing
  const beganAgain = beginningAgain(standing)
  if (ended === null) return null
  if (token.isPersonAlone) return token.issuedAt > ended ? null : undefined
  const shown = token.authenticatedAt
  if (shown === undefined) return undefined
  if (beganAgain !== null) return shown >= beganAgain ? beganAgain : undefined
  return shown > ended && (authenticated === null || shown > authenticated) ? shown : undefined
}
