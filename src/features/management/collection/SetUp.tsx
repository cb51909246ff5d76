import type { ReactNode } from 'react'
import { collectionStateById, isDraft } from '../../../domain/collection.ts'
import { calendarDay, referencePeriod } from '../../../domain/dates.ts'
import { isNotOnboarded } from '../../../domain/provider.ts'
import {
  isSetUpDone,
  nextSetUpStep,
  type SetUpState,
  type SetUpStep,
  setUpOf,
  setUpSteps,
} from '../../../domain/setUp.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { listManagedProviders, onboardProviders } from '../../../domain/wire/providers.ts'
import { useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  ConfirmDialog,
  LinkButton,
  notify,
  Row,
  Stack,
  StatusTag,
  type Tone,
} from '../../../ui/index.ts'
import { addresses } from '../common/addresses.ts'
import { Days } from './Days.tsx'
import styles from './SetUp.module.css'
import { Undecided } from './Undecided.tsx'

const tones: Readonly<Record<SetUpState, Tone>> = {
  done: 'good',
  planned: 'good',
  todo: 'attention',
  optional: 'neutral',
  blocked: 'neutral',
}

export interface SetUpProps {
  collection: CollectionWire
  /** The choice of the specification. */
  specification: ReactNode
  /** Whether the reader may change days and details. */
  mayChange: boolean
  onChanged: (collection: CollectionWire) => void
}

/** What is left to do before a collection opens: each step with its state and what is done about it (decisions §18, mock 24). */
export function SetUp({ collection, specification, mayChange, onChanged }: SetUpProps) {
  const t = useMessages('management.collection')
  const text = useText()
  const { may } = useViewer()
  const { reference, submissionDeadline, supportContact, validationOn, opensOn, scheduleRefusal } = collection
  const list = useResource(listManagedProviders, {})
  const providers = list.data?.providers
  const waiting = providers?.filter(isNotOnboarded) ?? []
  const state = collectionStateById(collection.state.id)
  const isValidating = state !== undefined && !isDraft(state.name)
  const states = setUpOf({
    hasDeadline: submissionDeadline !== null,
    hasContact: supportContact !== null,
    hasSpecification: collection.specification !== null,
    providers: providers && { all: providers.length, waiting: waiting.length },
    isValidating,
    validationOn,
    opensOn,
  })
  const next = nextSetUpStep(states)
  const period = text(referencePeriod(collection.referencePeriodStart, collection.referencePeriodEnd))
  const texts: Readonly<Record<SetUpStep, string>> = {
    details: t('setUp.detailsText', {
      period,
      deadline: submissionDeadline === null ? t('details.noDeadline') : text(calendarDay(submissionDeadline)),
      contact: supportContact ?? t('details.noContact'),
      approvals: t(collection.approversDiffer ? 'setUp.approvals.two' : 'setUp.approvals.one'),
    }),
    specification: t(collection.specification ? 'setUp.specified' : 'setUp.unspecified'),
    providers: providers
      ? t('setUp.providersText', {
          all: providers.length,
          onboarded: providers.length - waiting.length,
          noContact: providers.filter(({ contacts }) => contacts.length === 0).length,
        })
      : t('setUp.providersLoading'),
    validation: isValidating
      ? t('setUp.validating')
      : validationOn === null
        ? t('setUp.validationOptional')
        : t('setUp.validationPlanned', { day: text(calendarDay(validationOn)) }),
    opening:
      opensOn === null
        ? t('setUp.openingText')
        : t('setUp.openingPlanned', { day: text(calendarDay(opensOn)) }),
  }
  const acts: Readonly<Record<SetUpStep, ReactNode>> = {
    details: mayChange && (
      <LinkButton size="small" href={`${addresses.collections}/${reference}/details`}>
        {t('details.change')}
      </LinkButton>
    ),
    specification: (
      <Stack gap={3}>
        <Row gap={3}>
          {specification}
          {may('management.specifications') && (
            <LinkButton size="small" href="/management/specifications/specs/new">
              {t('setUp.newSpecification')}
            </LinkButton>
          )}
        </Row>
        <Undecided reference={reference} />
      </Stack>
    ),
    providers: (
      <Row gap={3}>
        {may('management.providers') && waiting.length > 0 && (
          <Onboard instIds={waiting.map(({ instId }) => instId)} onDone={list.refresh} />
        )}
        <LinkButton size="small" variant="quiet" href={`${addresses.providers}?pr.f.view=waiting`}>
          {t('setUp.seeProviders')}
        </LinkButton>
      </Row>
    ),
    validation: mayChange && !isValidating && (
      <Days collection={collection} days={['validationOn']} onChanged={onChanged} />
    ),
    opening: mayChange && (
      <Days collection={collection} days={['opensOn', 'closesOn']} onChanged={onChanged} />
    ),
  }
  return (
    <Stack gap={3}>
      <p className={styles.quiet}>
        {t('setUp.counted', {
          done: setUpSteps.filter(step => isSetUpDone(states[step])).length,
          all: setUpSteps.length,
        })}
        {next && ` · ${t('setUp.next', { step: t(`setUp.${next}`) })}`}
      </p>
      {scheduleRefusal !== null && (
        <Banner tone="attention" title={t('days.refused')}>
          {scheduleRefusal}
        </Banner>
      )}
      <ol className={styles.steps}>
        {setUpSteps.map(step => (
          <li key={step} className={styles.step}>
            <div className={styles.head}>
              <h2>{t(`setUp.${step}`)}</h2>
              <StatusTag tone={tones[states[step]]}>{t(`setUp.state.${states[step]}`)}</StatusTag>
            </div>
            <p className={styles.quiet}>{texts[step]}</p>
            {acts[step] && <div className={styles.acts}>{acts[step]}</div>}
          </li>
        ))}
      </ol>
    </Stack>
  )
}

/** Adds and onboards all providers that wait for it. */
function Onboard({ instIds, onDone }: { instIds: readonly string[]; onDone: () => void }) {
  const t = useMessages('management.collection')
  const text = useText()
  const { call } = useServices()
  const onboard = useAction(
    (ids: readonly string[]) => call(onboardProviders, { body: { instIds: [...ids] } }),
    {
      onDone: (_, { onboarded }) => {
        notify({ tone: 'good', title: t('setUp.onboarded', { count: onboarded.length }) })
        onDone()
      },
    },
  )
  const count = onboard.action?.length ?? instIds.length
  return (
    <>
      <Button size="small" variant="primary" aria-haspopup="dialog" onPress={() => onboard.ask(instIds)}>
        {t('setUp.onboard', { count: instIds.length })}
      </Button>
      <ConfirmDialog
        title={t('setUp.onboardQuestion', { count })}
        isOpen={onboard.isOpen}
        confirmLabel={t('setUp.onboard', { count })}
        isPending={onboard.isRunning}
        error={text(onboard.problem?.reason)}
        onConfirm={onboard.confirm}
        onCancel={onboard.dismiss}
      >
        <p>{t('setUp.onboardFollows')}</p>
      </ConfirmDialog>
    </>
  )
}
