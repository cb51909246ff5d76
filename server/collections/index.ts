export { collectionEventsOf } from './collectionEvents.ts'
export { type CollectionDetails, gatherCollectionFacts } from './collectionRow.ts'
export { type Collections, createCollections } from './collections.ts'
