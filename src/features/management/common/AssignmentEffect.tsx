import { referenceOfVersion, specificationQuestion } from '../../../domain/collection.ts'
import { yearOfReference } from '../../../domain/collectionSeries.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { useMessages } from '../../../messages/index.ts'

/** What it means for a collection to be given a specification. */
export function AssignmentEffect({ collection, version }: { collection: CollectionWire; version: string }) {
  const t = useMessages('management.collections')
  const { reference } = collection
  const made = referenceOfVersion(version)
  return (
    <>
      {specificationQuestion(collection, version) === 'otherReference' && (
        <p>
          {t('specification.otherReference', {
            version,
            made,
            madeYear: yearOfReference(made),
            reference,
            year: yearOfReference(reference),
          })}
        </p>
      )}
      <p>{t('specification.effect', { version })}</p>
    </>
  )
}
