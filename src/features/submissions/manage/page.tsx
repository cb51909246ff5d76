import { collectionStateById } from '../../../domain/collection.ts'
import { type CollectionWire, listProviderCollections } from '../../../domain/wire/collections.ts'
import { factsFromWire } from '../../../domain/wire/facts.ts'
import { isListBehind, listAfter } from '../../../domain/wire/fileEvents.ts'
import { listSubmissions } from '../../../domain/wire/submissions.ts'
import { PageTitle, useResource, useServices, useTable, useViewer } from '../../../hooks/index.ts'
import { newUploadRefusal, replacesPending } from '../../../machines/submission/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { newSubmissionId, pagePath } from '../../common/address.ts'
import { mapLoaded } from '../../common/Loaded.tsx'
import { providerStates } from './states.ts'
import { CollectionAccordion, ManageSubmissionsView } from './view.tsx'

/** Route `/submissions`. */
export function Component() {
  const t = useMessages('submissions.manage')
  const { principal, may } = useViewer()
  const mayView = may('collections.view-submission')
  const collections = useResource(
    listProviderCollections,
    mayView
      ? { path: { instId: principal.organisationId }, query: { 'state[]': providerStates } }
      : undefined,
    { refreshOn: () => false },
  )
  return (
    <>
      <PageTitle title={t('title')} />
      <ManageSubmissionsView
        mayView={mayView}
        collections={mapLoaded(collections, answer => answer.collections)}
      >
        {list => <Collections collections={list} />}
      </ManageSubmissionsView>
    </>
  )
}

/** Drawn when the collections are known: the first open one stands open unless the address says otherwise. */
function Collections({ collections }: { collections: readonly CollectionWire[] }) {
  const first =
    collections.find(({ state }) => collectionStateById(state.id)?.name === 'Open') ?? collections[0]
  const table = useTable('manageSubmissions', tableDefaults({ expanded: first ? [first.reference] : [] }))
  const { expanded } = table.state
  return collections.map(collection => (
    <Collection
      key={collection.id}
      collection={collection}
      isExpanded={expanded.includes(collection.reference)}
      onExpand={isExpanded =>
        table.change({
          expanded: isExpanded
            ? [...expanded, collection.reference]
            : expanded.filter(reference => reference !== collection.reference),
        })
      }
    />
  ))
}

interface CollectionProps {
  collection: CollectionWire
  isExpanded: boolean
  onExpand: (isExpanded: boolean) => void
}

function Collection({ collection, isExpanded, onExpand }: CollectionProps) {
  const { principal, may } = useViewer()
  const { navigate } = useServices()
  const instId = principal.organisationId
  const submissions = useResource(
    listSubmissions,
    { query: { collectionId: collection.id, instId } },
    {
      refreshOn: (message, data) =>
        message.type === 'FILE_EVENT' &&
        message.collectionId === collection.id &&
        message.facts.mode === 'live' &&
        isListBehind(data?.submissions ?? [], message),
      follow: (data, message) =>
        message.type === 'FILE_EVENT' ? { submissions: listAfter(data.submissions, message) } : data,
    },
  )
  const [newest] = submissions.data?.submissions ?? []
  const known = newest?.Facts ?? collection.newSubmission?.live
  const facts = known && factsFromWire(known)
  return (
    <CollectionAccordion
      collection={collection}
      area="submissions"
      submissions={mapLoaded(submissions, answer => answer.submissions)}
      newUpload={{
        refusal: facts && newUploadRefusal(facts, principal),
        isReplacing: facts !== undefined && replacesPending(facts),
        onStart: () =>
          navigate(
            pagePath(
              { area: 'submissions', collectionId: collection.id, submissionId: newSubmissionId },
              'upload',
            ),
          ),
      }}
      maySeeActivityLog={may('collections.collection-activity-log-provider-view')}
      isExpanded={isExpanded}
      onExpand={onExpand}
    />
  )
}
