import { useParams } from 'react-router'
import { BulkRunPage } from '../bulk-run/BulkRun.tsx'

/** Route `/management/collections/historic-amendment/{collectionReference}` (specification 1 §2). */
export function Component() {
  const { collectionReference = '' } = useParams()
  return <BulkRunPage key={collectionReference} kind="HISTORIC_AMENDMENT" reference={collectionReference} />
}
