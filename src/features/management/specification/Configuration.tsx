import { referenceOfVersion } from '../../../domain/collection.ts'
import { applyConfiguration, type SpecificationWire } from '../../../domain/wire/specifications.ts'
import { useAction, useServices, useViewer } from '../../../hooks/index.ts'
import { useText } from '../../../messages/index.ts'
import { addresses } from '../common/addresses.ts'
import { ConfigurationStep } from '../common/ConfigurationStep.tsx'
import { useStartFrom } from '../common/useStartFrom.ts'

/** The step that comes first for a new specification (specification 1 §2). */
export function Configuration({ specification }: { specification: SpecificationWire }) {
  const text = useText()
  const { call, navigate } = useServices()
  const { refusal } = useViewer()
  const { id, version, ruleset } = specification
  const start = useStartFrom(
    { reference: referenceOfVersion(version), recordId: ruleset.recordId },
    ruleset.id,
    id,
  )
  const apply = useAction<undefined, SpecificationWire>(
    () =>
      call(applyConfiguration, {
        path: { id: String(id) },
        body:
          start.isCopied && start.source
            ? {
                startFrom: start.source.id,
                decisions: [...start.decisions].map(([change, isTaken]) => ({ id: change, isTaken })),
              }
            : {},
      }),
    { onDone: () => navigate(addresses.specifications) },
  )
  const mayNot = refusal('management.specifications')
  return (
    <ConfigurationStep
      start={start}
      onApply={() => apply.run(undefined)}
      isApplying={apply.isRunning}
      problem={apply.problem}
      disabledReason={mayNot && text(mayNot)}
    />
  )
}
