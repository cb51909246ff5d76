/** Where a rule of a specification is changed; without a rule, every rule of it. */
export const draftPlace = (specificationId: number, ruleId?: string, part?: 'tolerances' | 'words'): string =>
  ['specification', specificationId, ...(ruleId === undefined ? [''] : [ruleId, part ?? ''])].join('/')
