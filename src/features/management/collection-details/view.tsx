import { contactForm } from '../../../domain/collectionDetails.ts'
import { referencePeriod } from '../../../domain/dates.ts'
import { limits } from '../../../domain/limits.ts'
import type { Problem } from '../../../domain/problem.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  Checkbox,
  Form,
  FormDate,
  FormField,
  LinkButton,
  Page,
  PageHeader,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import { Targets } from './Targets.tsx'

export interface CollectionDetailsViewProps {
  collection: CollectionWire
  /** Whether the reference period can be changed. */
  changesPeriod: boolean
  onSave: (entered: FormData) => void
  isSaving: boolean
  problem: Problem | undefined
}

/** The form in which a collection's details are changed. */
export function CollectionDetailsView(props: CollectionDetailsViewProps) {
  const { collection, changesPeriod, onSave, isSaving, problem } = props
  const t = useMessages('management.collection')
  const text = useText()
  const { reference, name, referencePeriodStart, referencePeriodEnd, submissionDeadline } = collection
  const address = `/management/collections/${reference}`
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent="collections" within={{ label: name, href: address }} />}
      header={<PageHeader title={t('change.title', { name })} meta={reference} />}
      width="prose"
    >
      <Card>
        <Form label={t('change.form')} onSubmit={onSave}>
          <Stack gap={4}>
            <ActionFailure title={t('change.failed')} problem={problem} hasReason />
            <FormField
              name="name"
              label={t('details.name')}
              maxLength={limits.collectionName}
              isRequired
              defaultValue={name}
            />
            {changesPeriod ? (
              <Row gap={4}>
                <FormDate name="start" label={t('change.start')} defaultValue={referencePeriodStart} />
                <FormDate name="end" label={t('change.end')} defaultValue={referencePeriodEnd} />
              </Row>
            ) : (
              <p>
                {t('change.period', {
                  period: text(referencePeriod(referencePeriodStart, referencePeriodEnd)),
                })}
              </p>
            )}
            <FormDate
              name="deadline"
              label={t('change.deadline')}
              description={t('change.deadlineHelp')}
              isRequired={false}
              {...(submissionDeadline === null ? {} : { defaultValue: submissionDeadline })}
            />
            <FormField
              name="contact"
              label={t('change.contact')}
              description={t('change.contactHelp')}
              maxLength={limits.supportContact}
              defaultValue={collection.supportContact ?? ''}
              validate={value =>
                value.trim() === '' || contactForm.test(value.trim()) ? undefined : t('change.contactFault')
              }
            />
            <Checkbox
              name="issues"
              hint={t('change.issuesHelp')}
              defaultSelected={collection.disallowCreateIssues}
            >
              {t('change.issues')}
            </Checkbox>
            <Checkbox
              name="reports"
              hint={t('change.reportsHelp')}
              defaultSelected={collection.additionalReportsReleased}
            >
              {t('change.reports')}
            </Checkbox>
            <Checkbox
              name="signing"
              hint={t('change.signingHelp')}
              defaultSelected={collection.signsInPortal}
            >
              {t('change.signing')}
            </Checkbox>
            <Checkbox
              name="approvers"
              hint={t('change.approversHelp')}
              defaultSelected={collection.approversDiffer}
            >
              {t('change.approvers')}
            </Checkbox>
            <Targets stored={collection.stayTargets} />
            <Row gap={3}>
              <Button type="submit" variant="primary" isPending={isSaving}>
                {t('change.save')}
              </Button>
              <LinkButton href={address} variant="quiet">
                {t('change.cancel')}
              </LinkButton>
            </Row>
          </Stack>
        </Form>
      </Card>
    </Page>
  )
}
