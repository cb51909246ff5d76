import { ProviderCollections } from './ProviderCollections.tsx'

/** Route `/submissions`: Manage Submissions. */
export function Component() {
  return <ProviderCollections mode="live" />
}
