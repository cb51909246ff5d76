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
  return (
    <ul className={styles.list}>
      {fields.map(({ name, value }) => (
        <li key={name}>
          <span className={styles.name}>{name}</span> <code>{value}</code>
        </li>
      ))}
    </ul>
  )
}
