import {
  collectionStateById,
  collectionStateOf,
  isDeleted,
  isOpen,
  type MajorState,
  majorStateOf,
  majorStates,
  ownReferenceFirst,
  referenceOfVersion,
  specificationQuestion,
} from '../../../domain/collection.ts'
import { calendarDay } from '../../../domain/dates.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { assignSpecification, changeCollectionState } from '../../../domain/wire/management.ts'
import type { SpecificationWire } from '../../../domain/wire/specifications.ts'
import { useAction, useAddress, useServices } from '../../../hooks/index.ts'
import { useInlineChoice } from '../../../hooks/inlineChoice.ts'
import { takesSpecification } from '../../../machines/collection-state/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, ConfirmDialog, type ConfirmDialogProps, Row, Stack } from '../../../ui/index.ts'
import { CollectionStateTag } from '../../common/CollectionStateTag.tsx'
import { ActionFailure } from '../../common/Loaded.tsx'
import { respecified } from '../common/addresses.ts'
import { InlineChoice } from '../common/InlineChoice.tsx'
import { useStateChange } from '../common/useStateChange.ts'

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
  collection: { name, reference, specification, submissionDeadline },
  to,
  providers,
  ...dialog
}: Pick<ChoiceProps, 'collection'> & {
  to: MajorState | undefined
  providers: number | undefined
} & Pick<ConfirmDialogProps, 'isOpen' | 'isPending' | 'error' | 'onConfirm' | 'onCancel'>) {
  const t = useMessages('management.collections')
  const text = useText()
  const state = to ?? majorStates[0]
  return (
    <ConfirmDialog
      {...dialog}
      title={t(`major.${state}.title`, { name })}
      confirmLabel={t(`major.${state}.confirm`)}
      tone={isDeleted(state) ? 'danger' : 'normal'}
    >
      <p>{t(`major.${state}.text`, { reference, specification: specification?.name ?? '' })}</p>
      {isOpen(state) && (
        <ul>
          <li>{providers === undefined ? t('major.told') : t('major.toldCount', { providers })}</li>
          <li>
            {submissionDeadline === null
              ? t('major.noDeadline')
              : t('major.deadline', { day: text(calendarDay(submissionDeadline)) })}
          </li>
        </ul>
      )}
    </ConfirmDialog>
  )
}

/** The state of a collection, which the server lets this reader change to those that it offers. */
export function StateChoice({
  collection,
  providers,
  onChanged,
}: ChoiceProps & {
  /** Providers that take part; undefined if that is not known. */
  providers: number | undefined
}) {
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
        providers={providers}
        isOpen={choice.isConfirming}
        onConfirm={choice.confirm}
        onCancel={choice.dismiss}
      />
    </>
  )
}

/** A button for each next state of a collection; the one without a way back comes last, set apart. */
export function StateButtons({
  collection,
  providers,
  onChanged,
}: ChoiceProps & { providers: number | undefined }) {
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
          providers={providers}
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
  const [, changeAddress] = useAddress()
  const offered = ownReferenceFirst(specifications ?? [], collection.reference)
  const choice = useInlineChoice(
    collection.specification?.id ?? null,
    specificationId =>
      call(assignSpecification, { path: { reference: collection.reference }, body: { specificationId } }),
    changed => {
      onChanged(changed)
      // Existing results of the former specification are offered for re-processing.
      changeAddress(
        former =>
          new URLSearchParams([
            ...[...former].filter(([key]) => key !== respecified),
            [respecified, changed.reference],
          ]),
        { replace: true },
      )
    },
    offered.flatMap(({ id, version }) => (specificationQuestion(collection, version) ? [id] : [])),
  )
  const picked = offered.find(({ id }) => id === choice.picked)
  const question = picked && specificationQuestion(collection, picked.version)
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
        {collection.specification?.name ?? t('specification.unassigned')}
      </InlineChoice>
      <ConfirmDialog
        title={t('specification.confirm', { name: collection.name })}
        isOpen={choice.isConfirming}
        confirmLabel={t('specification.assign')}
        onConfirm={choice.confirm}
        onCancel={choice.dismiss}
      >
        {picked && question === 'otherReference' && (
          <p>
            {t('specification.otherReference', {
              version: picked.version,
              made: referenceOfVersion(picked.version),
              reference: collection.reference,
            })}
          </p>
        )}
        {picked && <p>{t('specification.effect', { version: picked.version })}</p>}
      </ConfirmDialog>
    </>
  )
}
