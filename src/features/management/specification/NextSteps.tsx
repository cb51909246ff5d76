import { specificationQuestion } from '../../../domain/collection.ts'
import {
  isReadyForUse,
  type SpecificationStateName,
  specificationStateById,
  specificationStateOf,
} from '../../../domain/specification.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { assignSpecification } from '../../../domain/wire/management.ts'
import { changeSpecificationState, type SpecificationWire } from '../../../domain/wire/specifications.ts'
import { type ActionHandle, useAction, useServices, useViewer } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, LinkButton, notify } from '../../../ui/index.ts'
import { ConfirmAction } from '../../common/ConfirmAction.tsx'
import { ActionFailure } from '../../common/Loaded.tsx'
import { AssignmentEffect } from '../common/AssignmentEffect.tsx'
import { newVersionPath } from '../common/addresses.ts'
import { useAssignable, useRespecified } from '../common/useAssignment.ts'

interface NextSteps {
  specification: SpecificationWire
  /** Whether a collection can be given it as it is. */
  isReady: boolean
  toDraft: ActionHandle<undefined>
  toAvailable: ActionHandle<undefined>
  /** Gives it to a collection; a Draft is made Available first. */
  assignment: ActionHandle<CollectionWire>
  /** The collection that it was made for, if that can be given it. */
  collection: CollectionWire | undefined
}

const offers = ({ availableStates }: SpecificationWire, name: SpecificationStateName): boolean =>
  availableStates.some(({ id }) => id === specificationStateOf(name).id)

/** What can be done next with a specification, as far as the server offers it. */
export const useNextSteps = (
  specification: SpecificationWire,
  onChanged: (specification: SpecificationWire) => void,
): NextSteps => {
  const t = useMessages('management.specification')
  const { may } = useViewer()
  const { call } = useServices()
  const { id, version, state } = specification
  const isReady = isReadyForUse(specificationStateById(state.id)?.name)
  const markRespecified = useRespecified()
  const mayAssign = may('management.assign-specification') && (isReady || offers(specification, 'AVAILABLE'))
  const collection = useAssignable(specification, mayAssign)
  const put = (name: SpecificationStateName) =>
    call(changeSpecificationState, {
      path: { id: String(id) },
      body: { stateId: specificationStateOf(name).id },
    })
  const changed = { onDone: (_: undefined, answer: SpecificationWire) => onChanged(answer) }
  return {
    specification,
    isReady,
    collection,
    toDraft: useAction<undefined, SpecificationWire>(() => put('DRAFT'), changed),
    toAvailable: useAction<undefined, SpecificationWire>(() => put('AVAILABLE'), changed),
    assignment: useAction<CollectionWire, CollectionWire>(
      async ({ reference }) => {
        const available = isReady ? undefined : await put('AVAILABLE')
        if (available && !available.ok) return available
        if (available) onChanged(available.value)
        return call(assignSpecification, { path: { reference }, body: { specificationId: id } })
      },
      {
        onDone: (_, { name, reference }) => {
          notify({ tone: 'good', title: t('assigned', { name, version }) })
          markRespecified(reference)
        },
      },
    ),
  }
}

/** Buttons of the header: to the next state, to the collection, and to the next version. */
export function NextStepButtons(steps: NextSteps) {
  const t = useMessages('management.specification')
  const { may } = useViewer()
  const { specification, isReady, toDraft, toAvailable, assignment, collection } = steps
  const assign = (to: CollectionWire) =>
    specificationQuestion(to, specification.version) ? assignment.ask(to) : assignment.run(to)
  return (
    <>
      {offers(specification, 'DRAFT') && (
        <Button onPress={() => toDraft.run(undefined)} isPending={toDraft.isRunning}>
          {t('toDraft')}
        </Button>
      )}
      {offers(specification, 'AVAILABLE') && (
        <Button
          variant={collection ? 'secondary' : 'primary'}
          onPress={() => toAvailable.run(undefined)}
          isPending={toAvailable.isRunning}
        >
          {t('toAvailable')}
        </Button>
      )}
      {isReady && may('management.specifications') && (
        <LinkButton
          href={newVersionPath(specification)}
          variant={collection ? 'secondary' : 'primary'}
          icon="plus"
        >
          {t('newVersion')}
        </LinkButton>
      )}
      {collection && (
        <Button variant="primary" onPress={() => assign(collection)} isPending={assignment.isRunning}>
          {isReady ? t('assignTo', { name: collection.name }) : t('availableAndAssign')}
        </Button>
      )}
    </>
  )
}

/** Below the header: why a step was refused, and the question before a collection is given the specification. */
export function NextStepAnswers({ specification, isReady, toDraft, toAvailable, assignment }: NextSteps) {
  const t = useMessages('management.specification')
  const own = useMessages('management.collections')
  const { action } = assignment
  return (
    <>
      {offers(specification, 'DRAFT') && (
        <ActionFailure title={t('toDraftFailed')} problem={toDraft.problem} onRetry={toDraft.retry} />
      )}
      {offers(specification, 'AVAILABLE') && (
        <ActionFailure
          title={t('toAvailableFailed')}
          problem={toAvailable.problem}
          onRetry={toAvailable.retry}
        />
      )}
      {!assignment.isOpen && <ActionFailure title={t('assignFailed')} problem={assignment.problem} />}
      <ConfirmAction
        action={assignment}
        title={own('specification.confirm', { name: action?.name ?? '' })}
        confirmLabel={isReady ? own('specification.assign') : t('availableAndAssign.confirm')}
      >
        {!isReady && <p>{t('availableAndAssign.effect', { version: specification.version })}</p>}
        {action && <AssignmentEffect collection={action} version={specification.version} />}
      </ConfirmAction>
    </>
  )
}
