import { useMessages } from '../../../messages/index.ts'
import { Disclosure } from '../../../ui/index.ts'
import styles from './PayloadList.module.css'
import { type PayloadField, payloadFields } from './payload.ts'

/** So many are read at a glance; the rest opens on demand. */
const atOnce = 6

/** The payload of an event or message. */
export function PayloadList({ content }: { content: Readonly<Record<string, unknown>> }) {
  const t = useMessages('inspector.history')
  const fields = payloadFields(content)
  if (fields.length === 0) return null
  const rest = fields.slice(atOnce)
  return (
    <>
      <Lines fields={fields.slice(0, atOnce)} />
      {rest.length > 0 && (
        <Disclosure title={t('moment.more', { count: rest.length })}>
          <Lines fields={rest} />
        </Disclosure>
      )}
    </>
  )
}

function Lines({ fields }: { fields: readonly PayloadField[] }) {
  const t = useMessages('inspector.history')
  const shownValue = ({ value }: PayloadField): string => {
    if (typeof value === 'string') return value
    return value ? t('moment.yes') : t('moment.no')
  }
  return (
    <ul className={styles.list}>
      {fields.map(field => (
        <li key={field.name}>
          <span className={styles.name}>{field.name}</span> <code>{shownValue(field)}</code>
        </li>
      ))}
    </ul>
  )
}
