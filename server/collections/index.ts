export { collectionEventsOf } from './collectionEvents.ts'
export { type CollectionDetails, collectionFactsOf, gatherCollectionFacts } from './collectionRow.ts'
export { type Collections, createCollections } from './collections.ts'
