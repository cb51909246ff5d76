export { type Disclosure, disclosureTo, isWhole, withoutSpecialCategory } from './disclosure.ts'
export { hiddenParts } from './presence.ts'
export { isAboutFile, shownFinding, shownRow } from './records.ts'
export { keptView, type RecordView, recordView } from './recordView.ts'
