export { type Disclosure, disclosureTo, isWhole, withoutSpecialCategory } from './disclosure.ts'
export { withoutValues } from './faults.ts'
export { isAboutFile, shownFailure, shownFinding, shownRow } from './records.ts'
