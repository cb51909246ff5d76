import { referenceOfVersion } from '../../../domain/collection.ts'
import type { BodyOf } from '../../../domain/wire/call.ts'
import type { applyConfiguration, SpecificationWire } from '../../../domain/wire/specifications.ts'
import { type ActionHandle, useViewer } from '../../../hooks/index.ts'
import { useText } from '../../../messages/index.ts'
import { ConfigurationStep } from '../common/ConfigurationStep.tsx'
import { useStartFrom } from '../common/useStartFrom.ts'

/** What is asked when a configuration is applied. */
export type ConfigurationRequest = BodyOf<typeof applyConfiguration>

/** The step that comes first for a new specification (specification 1 §2). */
export function Configuration({
  specification: { id, version, ruleset },
  apply,
}: {
  specification: SpecificationWire
  /** Belongs to the page: the news that the configuration is applied may come before the answer, and ends this step. */
  apply: Pick<ActionHandle<ConfigurationRequest>, 'run' | 'isRunning' | 'problem'>
}) {
  const text = useText()
  const { refusal } = useViewer()
  const start = useStartFrom(
    { reference: referenceOfVersion(version), recordId: ruleset.recordId },
    ruleset.id,
    id,
  )
  const request: ConfigurationRequest =
    start.isCopied && start.source
      ? {
          startFrom: start.source.id,
          decisions: [...start.decisions].map(([change, isTaken]) => ({ id: change, isTaken })),
        }
      : {}
  const mayNot = refusal('management.specifications')
  return (
    <ConfigurationStep
      start={start}
      onApply={() => apply.run(request)}
      isApplying={apply.isRunning}
      problem={apply.problem}
      disabledReason={mayNot && text(mayNot)}
    />
  )
}
