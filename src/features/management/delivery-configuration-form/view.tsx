import {
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
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { ConfigurationWire, getDeliveryOptions } from '../../../domain/wire/deliveries.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  Checkbox,
  Form,
  FormField,
  FormRadios,
  LinkButton,
  Row,
  Select,
  Stack,
} from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { FilesField } from './FilesField.tsx'
import styles from './view.module.css'

export interface DeliveryFormProps {
  options: ResponseOf<typeof getDeliveryOptions>
  /** The collection whose files are offered. */
  reference: string
  onCollection: (reference: string) => void
  /** What it is now; undefined of one that is new. */
  configuration: ConfigurationWire | undefined
  onSave: (entered: FormData) => void
  isSaving: boolean
  problem: Problem | undefined
  cancelHref: string
}

/** The form of a delivery configuration. */
export function DeliveryForm(props: DeliveryFormProps) {
  const { options, reference, onCollection, configuration, onSave, isSaving, problem, cancelHref } = props
  const t = useMessages('management.deliveries')
  const text = useText()
  const content = configuration?.content
  return (
    <div className={styles.form}>
      <Card title={t('form.collectionTitle')} hint={t('form.collectionHelp')}>
        <Select
          label={t('form.collection')}
          value={reference}
          options={options.collections.map(one => ({
            id: one.reference,
            label: t('form.collectionOption', { name: one.name, reference: one.reference }),
          }))}
          onChange={onCollection}
        />
      </Card>
      <Form label={t('form.label')} onSubmit={onSave}>
        <Stack gap={4}>
          <Card title={t('form.who')}>
            <Stack gap={4}>
              <FormField
                name="name"
                label={t('form.name')}
                isRequired
                missing={t('form.nameMissing')}
                maxLength={deliveryNameAtMost}
                defaultValue={configuration?.name ?? ''}
              />
              <FormRadios
                name="customer"
                label={t('columns.customer')}
                options={options.customers.map(({ id, name }) => ({ id, label: name }))}
                defaultValue={configuration?.customerId ?? options.customers[0]?.id ?? ''}
              />
              <FormRadios
                name="schedule"
                label={t('columns.schedule')}
                options={deliverySchedules.map(id => ({ id, label: text(deliveryScheduleLabel(id)) }))}
                defaultValue={configuration?.schedule ?? 'SIGNED_OFF'}
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
          <Card title={t('form.files')} hint={t('form.filesHelp')}>
            <FilesField offered={options.files} content={content} />
          </Card>
          <ActionFailure title={t('form.failed')} problem={problem} hasReason />
          <Row gap={3}>
            <Button type="submit" variant="primary" isPending={isSaving}>
              {configuration ? t('form.save') : t('form.create')}
            </Button>
            <LinkButton href={cancelHref} variant="quiet">
              {t('form.cancel')}
            </LinkButton>
          </Row>
        </Stack>
      </Form>
    </div>
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
