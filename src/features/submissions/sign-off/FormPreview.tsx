import { loggedAt } from '../../../domain/dates.ts'
import type { ShownForm } from '../../../domain/formCheck.ts'
import type { SignedForm } from '../../../domain/wire/signedForms.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { LinkTabs, ScrollRegion, Stack } from '../../../ui/index.ts'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import styles from './FormPreview.module.css'

export interface FormPreviewProps {
  /** Every returned form, the last first. */
  forms: readonly SignedForm[]
  /** The one that is shown. */
  shown: string
  hrefOf: (formId: string) => string
  file: Loaded<ShownForm>
}

/** The pages of a returned form; with several forms, a choice between them, to compare. */
export function FormPreview({ forms, shown, hrefOf, file }: FormPreviewProps) {
  const t = useMessages('submissions.sign-off')
  const text = useText()
  return (
    <Stack gap={3}>
      {forms.length > 1 && (
        <LinkTabs
          label={t('preview.forms')}
          tabs={forms.map(({ id, returnedAt }, at) => ({
            id,
            label: t('preview.form', { number: forms.length - at, at: text(loggedAt(returnedAt)) }),
            href: hrefOf(id),
            isCurrent: id === shown,
          }))}
        />
      )}
      <WhenLoaded resource={file} loading={t('preview.loading')} failed={t('preview.failed')}>
        {({ pages, pictures }) => (
          <ScrollRegion label={t('preview.label')}>
            <div className={styles.pages}>
              {pictures.map(({ page, url }) => (
                <img key={page} src={url} alt={t('preview.page', { page, pages })} />
              ))}
            </div>
          </ScrollRegion>
        )}
      </WhenLoaded>
    </Stack>
  )
}
