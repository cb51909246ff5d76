import type { ReactNode } from 'react'
import { loggedAt } from '../../../domain/dates.ts'
import {
  type DeliveryContent,
  deliveryFormatLabel,
  deliveryFormats,
  deliveryNameAtMost,
  deliveryScheduleLabel,
  deliverySchedules,
  deliveryStandings,
} from '../../../domain/deliveryConfiguration.ts'
import { countryLabel } from '../../../domain/labels.ts'
import { countryCodes } from '../../../domain/organisation.ts'
import type { Problem } from '../../../domain/problem.ts'
import { type ConfigurationStep, configurationSteps, contentOffered } from '../../../domain/usualDelivery.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type {
  ConfigurationDetailsWire,
  ConfigurationWire,
  getDeliveryOptions,
} from '../../../domain/wire/deliveries.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  Checkbox,
  DescriptionList,
  Form,
  FormField,
  FormRadios,
  Link,
  LinkButton,
  RadioChoice,
  Row,
  Select,
  Stack,
  Stepper,
} from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { FilesField } from './FilesField.tsx'
import styles from './view.module.css'

export interface DeliveryFormProps {
  options: ResponseOf<typeof getDeliveryOptions>
  /** The collection whose files are offered. */
  reference: string
  onCollection: (reference: string) => void
  /** Configurations that made the last delivery to each customer, and the one that fills the form. */
  sets: readonly ConfigurationWire[]
  usual: ConfigurationWire | undefined
  onUsual: (id: string) => void
  /** What it is now; undefined of one that is new. */
  configuration: ConfigurationWire | undefined
  step: ConfigurationStep
  /** What was entered when the last step was left. */
  entered: ConfigurationDetailsWire | undefined
  onStep: (step: ConfigurationStep) => void
  hrefOf: (step: ConfigurationStep) => string
  /** The step in sight is done; the last one sends the form. */
  onLeave: (entered: FormData) => void
  isSaving: boolean
  problem: Problem | undefined
  cancelHref: string
}

const isStep = (name: string | undefined): name is ConfigurationStep =>
  configurationSteps.some(one => one === name)

/** The form of a delivery configuration, in steps: what, for whom, which fields, and what was chosen. */
export function DeliveryForm(props: DeliveryFormProps) {
  const { options, usual, configuration, step, entered, onStep, hrefOf, onLeave } = props
  const { isSaving, problem, cancelHref } = props
  const t = useMessages('management.deliveries')
  const repeated = usual && contentOffered(usual.content, options)
  const content = configuration?.content ?? repeated?.content
  const at = configurationSteps.indexOf(step)
  const former = configurationSteps[at - 1]
  const partOf = (name: ConfigurationStep, part: ReactNode) => (
    <div key={name} data-step={name} hidden={step !== name}>
      <Stack gap={4}>{part}</Stack>
    </div>
  )
  return (
    <div className={styles.form}>
      <Stepper
        label={t('form.steps')}
        shown={step}
        steps={configurationSteps.map((id, place) => ({
          id,
          label: t(`form.step.${id}`),
          state: place < at ? 'complete' : place === at ? 'current' : 'waiting',
          ...(place < at ? { href: hrefOf(id) } : {}),
        }))}
      />
      <Form
        label={t('form.label')}
        onSubmit={onLeave}
        onInvalid={field => {
          const name = field.closest<HTMLElement>('[data-step]')?.dataset.step
          if (isStep(name) && name !== step) onStep(name)
        }}
      >
        <Stack gap={4}>
          {partOf('what', <What {...props} content={content} leftOut={repeated?.leftOut ?? []} />)}
          {partOf('who', <ForWhom {...props} />)}
          {partOf(
            'fields',
            <Card title={t('form.files')} hint={t('form.filesHelp')}>
              <FilesField offered={options.files} content={content} />
            </Card>,
          )}
          {step === 'review' && entered && <Review {...props} entered={entered} />}
          <ActionFailure title={t('form.failed')} problem={problem} hasReason />
          <Row gap={3}>
            <Button type="submit" variant="primary" isPending={isSaving}>
              {step !== 'review' ? t('form.next') : configuration ? t('form.save') : t('form.create')}
            </Button>
            {former && <Button onPress={() => onStep(former)}>{t('form.back')}</Button>}
            <LinkButton href={cancelHref} variant="quiet">
              {t('form.cancel')}
            </LinkButton>
          </Row>
        </Stack>
      </Form>
    </div>
  )
}
interface WhatProps extends DeliveryFormProps {
  content: DeliveryContent | undefined
  /** What the usual set has and this collection does not offer. */
  leftOut: readonly string[]
}

/** Which records are delivered, and in which form; the usual set fills it as the last delivery had it. */
function What(props: WhatProps) {
  const { options, reference, onCollection, sets, usual, onUsual, configuration, content, leftOut } = props
  const t = useMessages('management.deliveries')
  const text = useText()
  const setOption = ({ id, name, customer, lastAskedUtc }: ConfigurationWire) => ({
    id,
    label: t('form.usualOption', { customer: customer.name }),
    hint: t('form.usualHint', {
      name,
      at: lastAskedUtc === null ? '' : text(loggedAt(lastAskedUtc)),
    }),
  })
  return (
    <>
      <Card title={t('form.collectionTitle')} hint={t('form.collectionHelp')}>
        <Stack gap={4}>
          <Select
            label={t('form.collection')}
            value={reference}
            options={options.collections.map(one => ({
              id: one.reference,
              label: t('form.collectionOption', { name: one.name, reference: one.reference }),
            }))}
            onChange={onCollection}
          />
          {!configuration && sets.length > 0 && (
            <RadioChoice
              label={t('form.usual')}
              frames="stack"
              value={usual?.id ?? ''}
              onChange={onUsual}
              options={[{ id: '', label: t('form.usualNone') }, ...sets.map(setOption)]}
            />
          )}
          {leftOut.length > 0 && (
            <p role="status">
              {t('form.usualLeftOut', { count: leftOut.length, names: leftOut.join(', ') })}
            </p>
          )}
          <FormField
            name="name"
            label={t('form.name')}
            isRequired
            missing={t('form.nameMissing')}
            maxLength={deliveryNameAtMost}
            defaultValue={configuration?.name ?? usual?.name ?? ''}
          />
        </Stack>
      </Card>
      <Card title={t('form.which')} hint={t('form.whichHelp')}>
        <Stack gap={4}>
          <FormRadios
            name="standing"
            label={t('form.standing')}
            options={deliveryStandings.map(id => ({ id, label: t(`standing.${id}`) }))}
            defaultValue={content?.standing ?? 'SIGNED_OFF'}
          />
          <Boxes
            label={t('form.countries')}
            name="country"
            options={countryCodes.map(id => ({ id, label: text(countryLabel(id)) }))}
            ticked={content?.countries ?? []}
          />
          {options.levels.length > 0 && (
            <Boxes
              label={t('form.levels')}
              name="level"
              options={options.levels.map(({ code, label }) => ({ id: code, label }))}
              ticked={content?.levels ?? []}
            />
          )}
        </Stack>
      </Card>
      <Card title={t('form.how')}>
        <Stack gap={4}>
          <FormRadios
            name="format"
            label={t('form.format')}
            options={deliveryFormats.map(id => ({ id, label: text(deliveryFormatLabel(id)) }))}
            defaultValue={content?.format ?? 'TSV'}
          />
          <Checkbox
            name="pseudonymised"
            value="on"
            defaultSelected={content?.isPseudonymised ?? false}
            hint={t('form.pseudonymisedHelp')}
          >
            {t('form.pseudonymised')}
          </Checkbox>
        </Stack>
      </Card>
    </>
  )
}

/** Who gets it, and when. */
function ForWhom({ options, usual, configuration }: DeliveryFormProps) {
  const t = useMessages('management.deliveries')
  const text = useText()
  const former = configuration ?? usual
  return (
    <Card title={t('form.who')}>
      <Stack gap={4}>
        <FormRadios
          name="customer"
          label={t('columns.customer')}
          options={options.customers.map(({ id, name }) => ({ id, label: name }))}
          defaultValue={former?.customerId ?? options.customers[0]?.id ?? ''}
        />
        <FormRadios
          name="schedule"
          label={t('columns.schedule')}
          options={deliverySchedules.map(id => ({ id, label: text(deliveryScheduleLabel(id)) }))}
          defaultValue={former?.schedule ?? 'SIGNED_OFF'}
        />
      </Stack>
    </Card>
  )
}

/** What was chosen in the steps before, each part with the way back to it. */
function Review({ options, entered, hrefOf }: DeliveryFormProps & { entered: ConfigurationDetailsWire }) {
  const t = useMessages('management.deliveries')
  const text = useText()
  const { name, customerId, collectionReference, schedule, content } = entered
  const { files, reasons, standing, countries, levels, isPseudonymised, format } = content
  const form = text(deliveryFormatLabel(format))
  const namesOf = <Code extends string>(codes: readonly Code[], nameOf: (code: Code) => string) =>
    codes.length === 0 ? t('all') : codes.map(nameOf).join(', ')
  const items: Readonly<Record<Exclude<ConfigurationStep, 'review'>, readonly [string, string][]>> = {
    what: [
      [t('columns.name'), name],
      [
        t('columns.collection'),
        options.collections.find(one => one.reference === collectionReference)?.name ?? collectionReference,
      ],
      [t('form.standing'), t(`standing.${standing}`)],
      [t('form.countries'), namesOf(countries, code => text(countryLabel(code)))],
      ...(options.levels.length === 0
        ? []
        : ([
            [
              t('form.levels'),
              namesOf(levels, code => options.levels.find(one => one.code === code)?.label ?? code),
            ],
          ] as [string, string][])),
      [t('columns.form'), isPseudonymised ? t('formPseudonymised', { format: form }) : form],
    ],
    who: [
      [t('columns.customer'), options.customers.find(({ id }) => id === customerId)?.name ?? customerId],
      [t('columns.schedule'), text(deliveryScheduleLabel(schedule))],
    ],
    fields: [
      ...files.map(({ file, columns }): [string, string] => [
        file,
        columns.length === 0 ? t('form.keyOnly') : t('form.keyAnd', { count: columns.length }),
      ]),
      ...reasons.map(({ column, reason }): [string, string] => [column, reason]),
    ],
  }
  return (
    <Card title={t('form.review')} hint={t('form.reviewHelp')}>
      <Stack gap={4}>
        {(['what', 'who', 'fields'] as const).map(step => (
          <Stack key={step} gap={2}>
            <Row justify="between">
              <h3>{t(`form.step.${step}`)}</h3>
              <Link href={hrefOf(step)} aria-label={t('form.changeStep', { step: t(`form.step.${step}`) })}>
                {t('form.change')}
              </Link>
            </Row>
            <DescriptionList items={items[step].map(([term, value]) => ({ id: term, term, value }))} />
          </Stack>
        ))}
      </Stack>
    </Card>
  )
}

interface BoxesProps {
  label: string
  name: string
  options: readonly { id: string; label: string }[]
  ticked: readonly string[]
}

/** Boxes that belong together; with none ticked everything is meant. */
function Boxes({ label, name, options, ticked }: BoxesProps) {
  return (
    <Stack as="fieldset" gap={1}>
      <legend className={styles.label}>{label}</legend>
      <Row gap={4}>
        {options.map(option => (
          <Checkbox
            key={option.id}
            name={name}
            value={option.id}
            defaultSelected={ticked.includes(option.id)}
          >
            {option.label}
          </Checkbox>
        ))}
      </Row>
    </Stack>
  )
}
