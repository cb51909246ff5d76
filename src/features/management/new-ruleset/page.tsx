import { publishRuleset } from '../../../domain/wire/publishing.ts'
import { useServices } from '../../../hooks/index.ts'
import { usePublication } from '../../../hooks/publication.ts'
import { PublishContent } from '../common/PublishContent.tsx'

/** Route `/management/specifications/rulesets/new` (decisions §10). */
export function Component() {
  const { call } = useServices()
  const publication = usePublication(0, ({ file }) => call(publishRuleset, { file }))
  return <PublishContent kind="rulesets" publication={publication} accept={['.zip']} />
}
