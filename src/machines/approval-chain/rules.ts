/**
 * Who approves for whom (specification 2 §4.3; decisions §3): the agency always does, the others as is said here. The guards
 * of the lifecycle ask this, and states.ts has the order.
 */

/** Countries, by their code, whose regulator approves after the agency: of England, Wales, Scotland and Northern Ireland one. */
export const countriesWithRegulatorApproval: readonly string[] = ['E']

/** Risk codes without an approval by the agency's analyst; one that is not known takes the longest chain. */
export const riskCodesWithoutAnalyst: readonly string[] = ['01']
