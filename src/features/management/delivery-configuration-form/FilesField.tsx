import {
  type DeliveryContent,
  deliveryReasonAtMost,
  type OfferedColumn,
  type OfferedFile,
} from '../../../domain/deliveryConfiguration.ts'
import { useMessages } from '../../../messages/index.ts'
import { Checkbox, Disclosure, FormField, hiddenClass, Stack } from '../../../ui/index.ts'
import { columnValue, reasonField } from './entered.ts'
import styles from './FilesField.module.css'

export interface FilesFieldProps {
  offered: readonly OfferedFile[]
  /** What is delivered now; undefined of a configuration that is new. */
  content: Pick<DeliveryContent, 'files' | 'reasons'> | undefined
}

/** The files of the record with their columns: those of a special category one by one, each with its reason. */
export function FilesField({ offered, content }: FilesFieldProps) {
  const t = useMessages('management.deliveries')
  return (
    <Stack as="fieldset" gap={3}>
      <legend className={hiddenClass}>{t('form.files')}</legend>
      <div className={styles.files}>
        {offered.map(file => (
          <FileChoice key={file.name} file={file} content={content} />
        ))}
      </div>
    </Stack>
  )
}

function FileChoice({ file, content }: { file: OfferedFile; content: FilesFieldProps['content'] }) {
  const t = useMessages('management.deliveries')
  const known = content?.files.find(one => one.file === file.name)
  const keys = file.columns.filter(({ isKey }) => isKey)
  const ordinary = file.columns.filter(({ isKey, isSpecialCategory }) => !isKey && !isSpecialCategory)
  const special = file.columns.filter(({ isSpecialCategory }) => isSpecialCategory)
  // Of a file that was not delivered until now everything is that needs no reason.
  const isTicked = ({ name, isSpecialCategory }: OfferedColumn) =>
    known ? known.columns.includes(name) : !isSpecialCategory
  return (
    <div className={styles.file}>
      <Checkbox
        name="file"
        value={file.name}
        defaultSelected={known !== undefined}
        hint={t('form.keys', { columns: keys.map(({ name }) => name).join(', ') })}
      >
        {file.name}
      </Checkbox>
      {ordinary.length > 0 && (
        <Disclosure title={t('form.columns', { file: file.name, count: ordinary.length })}>
          <div className={styles.columns}>
            {ordinary.map(column => (
              <Checkbox
                key={column.name}
                name="column"
                value={columnValue(file.name, column.name)}
                defaultSelected={isTicked(column)}
                {...(column.isDropped ? { hint: t('form.dropped') } : {})}
              >
                <code className={styles.name}>{column.name}</code>
              </Checkbox>
            ))}
          </div>
        </Disclosure>
      )}
      {special.map(column => (
        <div key={column.name} className={styles.named}>
          {column.isKey ? (
            <span>{t('form.specialKey', { column: column.name })}</span>
          ) : (
            <Checkbox
              name="column"
              value={columnValue(file.name, column.name)}
              defaultSelected={isTicked(column)}
              hint={t('form.special')}
            >
              <code className={styles.name}>{column.name}</code>
            </Checkbox>
          )}
          <FormField
            name={reasonField(file.name, column.name)}
            label={t('form.reason', { column: column.name, file: file.name })}
            maxLength={deliveryReasonAtMost}
            defaultValue={
              content?.reasons.find(one => one.file === file.name && one.column === column.name)?.reason ?? ''
            }
          />
        </div>
      ))}
    </div>
  )
}
