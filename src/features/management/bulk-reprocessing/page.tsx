import { useParams } from 'react-router'
import { BulkRunPage } from '../bulk-run/BulkRun.tsx'

/** Route `/management/collections/bulk-reprocessing/{collectionId}/{reference}` (specification 1 §2). */
export function Component() {
  const { reference = '', collectionId = '' } = useParams()
  return <BulkRunPage key={reference} kind="REPROCESS" reference={reference} collectionId={collectionId} />
}
