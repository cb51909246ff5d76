import type { Production } from './production.ts'
import { tagCases } from './tagCases.ts'
import { textCases } from './textCases.ts'

/** The cases of all productions, in the order of the recommendations. */
export const productions: readonly Production[] = [...textCases, ...tagCases]
