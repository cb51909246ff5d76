/** How long before the end of a session its user is told and its token is renewed, in ms (specification 1 §1). */
export const expiringMs = 60_000
