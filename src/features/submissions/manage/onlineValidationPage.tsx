import { ProviderCollections } from './ProviderCollections.tsx'

/** Route `/online-validation`: the files that are only checked (specification 2 §2.6). */
export function Component() {
  return <ProviderCollections mode="ovt" />
}
