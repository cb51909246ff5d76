/** Codes of the additional reports that have a page (specification 2 §2.1). */
const shownReports = ['FREQCOUNT', 'CONPOP'] as const
export type ShownReport = (typeof shownReports)[number]

/** Whether the additional report has a page. */
export const isShownReport = (code: string): code is ShownReport => shownReports.some(shown => shown === code)
