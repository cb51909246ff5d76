import { keyDays, keyScopeLabel, keyScopes, longestKeyName } from '../../../domain/apiKey.ts'
import { loggedAt } from '../../../domain/dates.ts'
import type { Problem } from '../../../domain/problem.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { makeApiKey } from '../../../domain/wire/suppliers.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  Checkbox,
  Form,
  FormCheckboxes,
  FormField,
  FormRadios,
  LinkButton,
  Page,
  PageHeader,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { Secret } from '../common/Secret.tsx'
import { SupplierCrumbs } from '../common/SupplierCrumbs.tsx'

export interface NewApiKeyViewProps {
  onMake: (entered: FormData) => void
  isMaking: boolean
  problem: Problem | undefined
  made: ResponseOf<typeof makeApiKey> | undefined
}

/** The form of a new key, and then its secret. */
export function NewApiKeyView(props: NewApiKeyViewProps) {
  const t = useMessages('suppliers')
  return (
    <Page
      breadcrumbs={<SupplierCrumbs parent="keys" />}
      header={<PageHeader title={t('newKey.title')}>{t('newKey.lead')}</PageHeader>}
      width="prose"
    >
      <Card>{props.made ? <MadeKey made={props.made} /> : <KeyForm {...props} />}</Card>
    </Page>
  )
}

function MadeKey({ made: { key, secret } }: { made: ResponseOf<typeof makeApiKey> }) {
  const t = useMessages('suppliers')
  const text = useText()
  return (
    <Stack gap={4}>
      <Secret title={t('newKey.made', { name: key.name })} label={t('newKey.secret')} value={secret}>
        {t('newKey.until', { expires: text(loggedAt(key.expires)) })}
      </Secret>
      <Row gap={3}>
        <LinkButton href="/suppliers" variant="primary">
          {t('newKey.done')}
        </LinkButton>
        <LinkButton href="/suppliers/guide" variant="quiet">
          {t('newKey.guide')}
        </LinkButton>
      </Row>
    </Stack>
  )
}

function KeyForm({ onMake, isMaking, problem }: NewApiKeyViewProps) {
  const t = useMessages('suppliers')
  const text = useText()
  return (
    <Form label={t('newKey.title')} onSubmit={onMake}>
      <Stack gap={4}>
        <ActionFailure title={t('newKey.failed')} problem={problem} hasReason />
        <FormField
          name="name"
          label={t('newKey.name')}
          description={t('newKey.nameHelp')}
          maxLength={longestKeyName}
          isRequired
          missing={t('newKey.nameMissing')}
        />
        <FormCheckboxes name="scopes" label={t('newKey.scopes')} missing={t('newKey.scopesMissing')}>
          {keyScopes.map(scope => (
            <Checkbox key={scope} value={scope} hint={t(`newKey.scope.${scope}`)}>
              {text(keyScopeLabel(scope))}
            </Checkbox>
          ))}
        </FormCheckboxes>
        <FormRadios
          name="days"
          label={t('newKey.days')}
          options={keyDays.map(days => ({ id: String(days), label: t('newKey.daysOf', { days }) }))}
          defaultValue="90"
        />
        <Row gap={3}>
          <Button type="submit" variant="primary" isPending={isMaking}>
            {t('newKey.make')}
          </Button>
          <LinkButton href="/suppliers" variant="quiet">
            {t('cancel')}
          </LinkButton>
        </Row>
      </Stack>
    </Form>
  )
}
