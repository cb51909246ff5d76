import { limits } from '../../../domain/limits.ts'
import { emailForm, type ProviderContact, phoneForm } from '../../../domain/provider.ts'
import { useMessages } from '../../../messages/index.ts'
import { FormField, Row, Stack } from '../../../ui/index.ts'
import { contactField } from './entered.ts'

/** The fields of one contact; a contact whose fields are all emptied is removed. */
export function ContactFields({ at, contact }: { at: number; contact: ProviderContact | undefined }) {
  const t = useMessages('contacts')
  const number = at + 1
  return (
    <Stack gap={3}>
      <Row gap={4}>
        <FormField
          name={contactField(at, 'name')}
          label={t('name', { number })}
          maxLength={limits.contactPart}
          defaultValue={contact?.name ?? ''}
        />
        <FormField
          name={contactField(at, 'role')}
          label={t('role', { number })}
          maxLength={limits.contactPart}
          defaultValue={contact?.role ?? ''}
        />
      </Row>
      <Row gap={4}>
        <FormField
          name={contactField(at, 'email')}
          label={t('email', { number })}
          maxLength={limits.contactPart}
          defaultValue={contact?.email ?? ''}
          validate={value =>
            value.trim() === '' || emailForm.test(value.trim()) ? undefined : t('emailFault')
          }
        />
        <FormField
          name={contactField(at, 'phone')}
          label={t('phone', { number })}
          maxLength={30}
          defaultValue={contact?.phone ?? ''}
          validate={value => (phoneForm.test(value.trim()) ? undefined : t('phoneFault'))}
        />
      </Row>
    </Stack>
  )
}
