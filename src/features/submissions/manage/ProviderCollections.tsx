import { collectionStateById, isOpen, listedStates } from '../../../domain/collection.ts'
import type { SubmissionMode } from '../../../domain/status.ts'
import { type CollectionWire, listProviderCollections } from '../../../domain/wire/collections.ts'
import { isWithdrawn } from '../../../domain/wire/fileEvents.ts'
import { PageTitle, useResource, useServices, useTable, useViewer } from '../../../hooks/index.ts'
import { newUploadRefusal, replacedByUpload } from '../../../machines/submission/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { newSubmissionId, pagePath } from '../../common/address.ts'
import { mapLoaded } from '../../common/Loaded.tsx'
import { modes } from '../../common/modes.ts'
import { useOwnSubmissions } from '../../common/useOwnSubmissions.ts'
import { CollectionAccordion, ManageSubmissionsView } from './view.tsx'

/** The table of each mode, by the name under which what is chosen at it is remembered. */
const tables = { live: 'manageSubmissions', ovt: 'onlineValidation' } as const

interface OfMode {
  mode: SubmissionMode
}

/** The collections of the viewer's organisation, each with its submissions, or its file of online validation. */
export function ProviderCollections({ mode }: OfMode) {
  const t = useMessages('submissions.manage')
  const { principal, may } = useViewer()
  const mayView = may(modes[mode].view)
  const collections = useResource(
    listProviderCollections,
    mayView
      ? { path: { instId: principal.organisationId }, query: { 'state[]': [...listedStates[mode]] } }
      : undefined,
    {
      refreshOn: message =>
        message.type === 'COLLECTION' || (message.type === 'FILE_EVENT' && isWithdrawn(message)),
    },
  )
  return (
    <>
      <PageTitle title={t(`${mode}.title`)} />
      <ManageSubmissionsView
        mode={mode}
        mayView={mayView}
        collections={mapLoaded(collections, answer => answer.collections)}
      >
        {list => <Collections mode={mode} collections={list} />}
      </ManageSubmissionsView>
    </>
  )
}

/** Drawn when the collections are known: the first open one stands open unless the address says otherwise. */
function Collections({ mode, collections }: OfMode & { collections: readonly CollectionWire[] }) {
  const isInSeason = ({ state }: CollectionWire): boolean => {
    const known = collectionStateById(state.id)
    return known !== undefined && isOpen(known.name)
  }
  const first = collections.find(isInSeason) ?? collections[0]
  const table = useTable(tables[mode], tableDefaults({ expanded: first ? [first.reference] : [] }))
  const { expanded } = table.state
  return collections.map(collection => (
    <Collection
      key={collection.id}
      mode={mode}
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

interface CollectionProps extends OfMode {
  collection: CollectionWire
  isExpanded: boolean
  onExpand: (isExpanded: boolean) => void
}

function Collection({ mode, collection, isExpanded, onExpand }: CollectionProps) {
  const { area } = modes[mode]
  const { principal, may } = useViewer()
  const { navigate } = useServices()
  const { submissions, facts } = useOwnSubmissions(mode, collection)
  return (
    <CollectionAccordion
      collection={collection}
      area={area}
      submissions={mapLoaded(submissions, answer => answer.submissions)}
      newUpload={{
        refusal: facts && newUploadRefusal(facts, principal),
        replaces: facts && replacedByUpload(facts),
        onStart: () =>
          navigate(pagePath({ area, collectionId: collection.id, submissionId: newSubmissionId }, 'upload')),
      }}
      maySeeActivityLog={mode === 'live' && may('collections.collection-activity-log-provider-view')}
      isExpanded={isExpanded}
      onExpand={onExpand}
    />
  )
}
