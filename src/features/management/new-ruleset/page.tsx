import { publishRuleset } from '../../../domain/wire/publishing.ts'
import { useServices } from '../../../hooks/index.ts'
import { PublishContent } from '../common/PublishContent.tsx'

/** Route `/management/specifications/rulesets/new` (decisions §10). */
export function Component() {
  const { call } = useServices()
  return <PublishContent kind="rulesets" accept=".zip" publish={file => call(publishRuleset, { file })} />
}
