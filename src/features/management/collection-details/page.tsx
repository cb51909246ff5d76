import { useParams } from 'react-router'
import { collectionStateById, isDeleted } from '../../../domain/collection.ts'
import { collectionDeleted } from '../../../domain/problem.ts'
import { targetStatuses, writeTargets } from '../../../domain/stayTargets.ts'
import type { BodyOf } from '../../../domain/wire/call.ts'
import { type CollectionWire, getCollection } from '../../../domain/wire/collections.ts'
import { changeCollection } from '../../../domain/wire/management.ts'
import { PageTitle, useAction, useOpened, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { detailsRefusal } from '../../../machines/collection-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { NotFoundPage } from '../../common/NotFound.tsx'
import { targetField } from './Targets.tsx'
import { CollectionDetailsView } from './view.tsx'

type Changes = BodyOf<typeof changeCollection>

/** The targets that were entered; an empty field is none. The form has checked the numbers. */
const targetsIn = (entered: FormData): string | null =>
  writeTargets(
    Object.fromEntries(
      targetStatuses.flatMap(name => {
        const days = String(entered.get(targetField(name)) ?? '').trim()
        return days === '' ? [] : [[name, Number(days)]]
      }),
    ),
  )

/** What was entered, as the call takes it; a day or a contact that is left empty is none. */
const enteredIn = (entered: FormData, hasPeriod: boolean): Changes => {
  const text = (name: string) => String(entered.get(name) ?? '').trim()
  const orNone = (name: string) => text(name) || null
  return {
    name: text('name'),
    submissionDeadline: orNone('deadline'),
    supportContact: orNone('contact'),
    disallowCreateIssues: entered.has('issues'),
    additionalReportsReleased: entered.has('reports'),
    signsInPortal: entered.has('signing'),
    approversDiffer: entered.has('approvers'),
    stayTargets: targetsIn(entered),
    ...(hasPeriod ? { referencePeriodStart: text('start'), referencePeriodEnd: text('end') } : {}),
  }
}

/** What differs from what the form was filled with: somebody else may change the rest. */
const differing = (changes: Changes, collection: CollectionWire): Changes =>
  Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => value !== collection[name as keyof CollectionWire]),
  )

/** Route `/management/collections/{reference}/details` (decisions §10). */
export function Component() {
  const t = useMessages('management.collection')
  const { reference = '' } = useParams()
  const collection = useResource(
    getCollection,
    { path: { reference } },
    { refreshOn: message => message.type === 'COLLECTION' && message.reference === reference },
  )
  return (
    <WhenLoaded resource={collection} loading={t('loading')} failed={t('failed')} level={1} isWholePage>
      {data => <Change collection={data} />}
    </WhenLoaded>
  )
}

function Change({ collection }: { collection: CollectionWire }) {
  const t = useMessages('management.collection')
  const { principal } = useViewer()
  const { call, navigate } = useServices()
  const { reference, name } = collection
  const opened = useOpened(collection)
  const back = `/management/collections/${reference}`
  const save = useAction(
    (changes: Changes) => call(changeCollection, { path: { reference }, body: changes }),
    {
      onDone: (_, saved) => {
        notify({ tone: 'good', title: t('change.saved'), text: saved.name })
        navigate(back)
      },
    },
  )
  const state = collectionStateById(collection.state.id)
  const refusalOf = (changesPeriod: boolean) =>
    state && detailsRefusal(state.name, principal, { changesPeriod })
  const changesPeriod = refusalOf(true) === undefined
  if (state && isDeleted(state.name))
    return (
      <NotFoundPage
        title={t('change.title', { name })}
        back={{ href: back, label: name }}
        problem={collectionDeleted(name)}
      >
        {null}
      </NotFoundPage>
    )
  if (refusalOf(false)) return <AccessDenied level={1} />
  return (
    <>
      <PageTitle title={t('change.title', { name })} />
      <CollectionDetailsView
        collection={opened}
        changesPeriod={changesPeriod}
        onSave={entered => {
          const changes = differing(enteredIn(entered, changesPeriod), opened)
          if (Object.keys(changes).length === 0) navigate(back)
          else save.run(changes)
        }}
        isSaving={save.isRunning}
        problem={save.problem}
      />
    </>
  )
}
