import { collectionStateById, collectionStateOf } from '../../../domain/collection.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { assignSpecification, changeCollectionState } from '../../../domain/wire/management.ts'
import type { SpecificationWire } from '../../../domain/wire/specifications.ts'
import { useAddress, useServices } from '../../../hooks/index.ts'
import { useInlineChoice } from '../../../hooks/inlineChoice.ts'
import { takesSpecification } from '../../../machines/collection-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { ConfirmDialog } from '../../../ui/index.ts'
import { CollectionStateTag } from '../../common/CollectionStateTag.tsx'
import { respecified } from '../common/addresses.ts'
import { InlineChoice } from '../common/InlineChoice.tsx'

interface ChoiceProps {
  collection: CollectionWire
  /** The answer of the server, with what follows from the change. */
  onChanged: (collection: CollectionWire) => void
}

/** From here no state follows (decisions §10). */
const deleted = collectionStateOf('Deleted')

/** The state of a collection, which the server lets this reader change to those that it offers. */
export function StateChoice({ collection, onChanged }: ChoiceProps) {
  const t = useMessages('management.collections')
  const { call } = useServices()
  const choice = useInlineChoice(
    collection.state.id,
    stateId => call(changeCollectionState, { path: { reference: collection.reference }, body: { stateId } }),
    onChanged,
    [deleted.id],
  )
  const { name, reference } = collection
  return (
    <>
      <InlineChoice
        choice={choice}
        label={t('state.of', { name })}
        options={collection.availableStates}
        isOffered={collection.availableStates.length > 0}
      >
        <CollectionStateTag state={collection.state} />
      </InlineChoice>
      <ConfirmDialog
        title={t('delete.title', { name })}
        isOpen={choice.isConfirming}
        confirmLabel={t('delete.confirm')}
        tone="danger"
        onConfirm={choice.confirm}
        onCancel={choice.dismiss}
      >
        <p>{t('delete.text', { reference })}</p>
      </ConfirmDialog>
    </>
  )
}

/** The specification of a collection. */
export function SpecificationChoice({
  collection,
  specifications,
  mayAssign,
  onChanged,
}: ChoiceProps & {
  /** Those that a collection can be given; undefined until they are loaded. */
  specifications: readonly SpecificationWire[] | undefined
  mayAssign: boolean
}) {
  const t = useMessages('management.collections')
  const { call } = useServices()
  const [, changeAddress] = useAddress()
  const choice = useInlineChoice(
    collection.specification?.id ?? null,
    specificationId =>
      call(assignSpecification, { path: { reference: collection.reference }, body: { specificationId } }),
    changed => {
      onChanged(changed)
      // What has been made under the one before is offered to be made again.
      changeAddress(
        former =>
          new URLSearchParams([
            ...[...former].filter(([key]) => key !== respecified),
            [respecified, changed.reference],
          ]),
        { replace: true },
      )
    },
  )
  const state = collectionStateById(collection.state.id)
  return (
    <InlineChoice
      choice={choice}
      label={t('specification.of', { name: collection.name })}
      options={(specifications ?? []).map(({ id, version }) => ({ id, name: version }))}
      isOffered={mayAssign && state !== undefined && takesSpecification(state.name)}
      disabledReason={
        specifications === undefined
          ? t('specification.unknown')
          : specifications.length === 0
            ? t('specification.none')
            : undefined
      }
    >
      {collection.specification?.name ?? t('specification.unassigned')}
    </InlineChoice>
  )
}
