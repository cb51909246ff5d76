import { lazy, Suspense } from 'react'
import {
  collectionStateById,
  collectionStateOf,
  isDeleted,
  isOpen,
  type MajorState,
  majorStateOf,
  majorStates,
  ownReferenceFirst,
  specificationQuestion,
} from '../../../domain/collection.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { assignSpecification, changeCollectionState } from '../../../domain/wire/management.ts'
import type { SpecificationWire } from '../../../domain/wire/specifications.ts'
import { useAction, useServices } from '../../../hooks/index.ts'
import { useInlineChoice } from '../../../hooks/inlineChoice.ts'
import { takesSpecification } from '../../../machines/collection-state/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, ConfirmDialog, type ConfirmDialogProps, Link, Row, Stack } from '../../../ui/index.ts'
import { CollectionStateTag } from '../../common/CollectionStateTag.tsx'
import { ActionFailure } from '../../common/Loaded.tsx'
import { AssignmentEffect } from '../common/AssignmentEffect.tsx'
import { specificationPath } from '../common/addresses.ts'
import { InlineChoice } from '../common/InlineChoice.tsx'
import { useRespecified } from '../common/useAssignment.ts'
import { useStateChange } from '../common/useStateChange.ts'

// Only who opens a collection reads it.
const Opening = lazy(async () => ({ default: (await import('./Opening.tsx')).Opening }))

interface ChoiceProps {
  collection: CollectionWire
  /** The answer of the server, with what follows from the change. */
  onChanged: (collection: CollectionWire) => void
}

const majorIds = majorStates.map(name => collectionStateOf(name).id)

/** Changes the state of a collection; a change that nobody is asked about can be taken back. */
const useCollectionState = ({ name, reference }: CollectionWire, onChanged: ChoiceProps['onChanged']) => {
  const { call } = useServices()
  return useStateChange(
    name,
    stateId => call(changeCollectionState, { path: { reference }, body: { stateId } }),
    onChanged,
    majorIds,
  )
}

/** Asks about a major act, and names its effect. */
function StateQuestion({
  collection,
  to,
  ...dialog
}: Pick<ChoiceProps, 'collection'> & {
  to: MajorState | undefined
} & Pick<ConfirmDialogProps, 'isOpen' | 'isPending' | 'error' | 'onConfirm' | 'onCancel'>) {
  const t = useMessages('management.collections')
  const { name, reference, specification } = collection
  const state = to ?? majorStates[0]
  return (
    <ConfirmDialog
      {...dialog}
      title={t(`major.${state}.title`, { name })}
      confirmLabel={t(`major.${state}.confirm`)}
      tone={isDeleted(state) ? 'danger' : 'normal'}
    >
      <p>{t(`major.${state}.text`, { reference, specification: specification?.name ?? '' })}</p>
      {isOpen(state) && dialog.isOpen && (
        <Suspense>
          <Opening collection={collection} />
        </Suspense>
      )}
    </ConfirmDialog>
  )
}

/** The state of a collection, which the server lets this reader change to those that it offers. */
export function StateChoice({ collection, onChanged }: ChoiceProps) {
  const t = useMessages('management.collections')
  const change = useCollectionState(collection, onChanged)
  const choice = useInlineChoice(
    collection.state.id,
    stateId => change(collection.state.id, stateId),
    onChanged,
    majorIds,
  )
  const { name } = collection
  const last = collection.availableStates.filter(({ id }) => id === collectionStateOf('Deleted').id)
  return (
    <>
      <InlineChoice
        choice={choice}
        label={t('state.of', { name })}
        options={collection.availableStates.filter(({ id }) => id !== collectionStateOf('Deleted').id)}
        apart={last.length > 0 ? { label: t('state.apart'), options: last } : undefined}
        isOffered={collection.availableStates.length > 0}
      >
        <CollectionStateTag state={collection.state} />
      </InlineChoice>
      <StateQuestion
        collection={collection}
        to={choice.picked === null ? undefined : majorStateOf(choice.picked)}
        isOpen={choice.isConfirming}
        onConfirm={choice.confirm}
        onCancel={choice.dismiss}
      />
    </>
  )
}

/** A button for each next state of a collection; the one without a way back comes last, set apart. */
export function StateButtons({ collection, onChanged }: ChoiceProps) {
  const t = useMessages('management.collections')
  const text = useText()
  const changeState = useCollectionState(collection, onChanged)
  const change = useAction((stateId: number) => changeState(collection.state.id, stateId), {
    onDone: (_, changed) => onChanged(changed),
  })
  const { availableStates } = collection
  const major = change.action === undefined ? undefined : majorStateOf(change.action)
  if (availableStates.length === 0) return <p>{t('state.none')}</p>
  return (
    <Stack gap={3}>
      {major === undefined && <ActionFailure title={t('state.failed')} problem={change.problem} />}
      <Row>
        {availableStates.map(({ id, name }) => (
          <Button
            key={id}
            size="small"
            variant={id === collectionStateOf('Deleted').id ? 'quiet' : 'secondary'}
            isPending={change.isRunning && change.action === id}
            onPress={() => (majorStateOf(id) ? change.ask(id) : change.run(id))}
          >
            {majorStateOf(id) ? t('state.toMajor', { state: name }) : t('state.to', { state: name })}
          </Button>
        ))}
      </Row>
      {major && (
        <StateQuestion
          collection={collection}
          to={major}
          isOpen={change.isOpen}
          isPending={change.isRunning}
          error={text(change.problem?.reason)}
          onConfirm={change.problem ? change.retry : change.confirm}
          onCancel={change.dismiss}
        />
      )}
    </Stack>
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
  const markRespecified = useRespecified()
  const offered = ownReferenceFirst(specifications ?? [], collection.reference)
  const choice = useInlineChoice(
    collection.specification?.id ?? null,
    specificationId =>
      call(assignSpecification, { path: { reference: collection.reference }, body: { specificationId } }),
    changed => {
      onChanged(changed)
      markRespecified(changed.reference)
    },
    offered.flatMap(({ id, version }) => (specificationQuestion(collection, version) ? [id] : [])),
  )
  const picked = offered.find(({ id }) => id === choice.picked)
  const state = collectionStateById(collection.state.id)
  return (
    <>
      <InlineChoice
        choice={choice}
        label={t('specification.of', { name: collection.name })}
        options={offered.map(({ id, version }) => ({ id, name: version }))}
        isOffered={mayAssign && state !== undefined && takesSpecification(state.name)}
        disabledReason={
          specifications === undefined
            ? t('specification.unknown')
            : specifications.length === 0
              ? t('specification.none')
              : undefined
        }
      >
        {collection.specification ? (
          <Link href={specificationPath(collection.specification.id)}>{collection.specification.name}</Link>
        ) : (
          t('specification.unassigned')
        )}
      </InlineChoice>
      <ConfirmDialog
        title={t('specification.confirm', { name: collection.name })}
        isOpen={choice.isConfirming}
        confirmLabel={t('specification.assign')}
        onConfirm={choice.confirm}
        onCancel={choice.dismiss}
      >
        {picked && <AssignmentEffect collection={collection} version={picked.version} />}
      </ConfirmDialog>
    </>
  )
}
