/** States of the collections that a provider works in, as the call names them (specification 2 §7.3). */
export const providerStates = ['open', 'closed', 'historic_amendment']
