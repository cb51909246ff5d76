import { type ContentUseWire, listContentUse } from '../../../domain/wire/specifications.ts'
import { useResource } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Link } from '../../../ui/index.ts'

/** What uses the specifications, schemas and rulesets; undefined until it is loaded. */
export const useContentUse = (): ContentUseWire | undefined =>
  useResource(
    listContentUse,
    {},
    { refreshOn: ({ type }) => ['CONTENT', 'SPECIFICATION', 'COLLECTION'].includes(type) },
  ).data

/** Names of what uses something, or that nothing does. */
export function UsedBy({ names }: { names: readonly { label: string; href?: string }[] | undefined }) {
  const t = useMessages('management')
  if (names === undefined) return null
  if (names.length === 0) return t('use.nothing')
  return names.map(({ label, href }, at) => (
    <span key={label}>
      {at > 0 && ', '}
      {href ? <Link href={href}>{label}</Link> : label}
    </span>
  ))
}
