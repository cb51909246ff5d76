import { useMessages } from '../../../messages/index.ts'
import { Disclosure } from '../../../ui/index.ts'
import styles from './SaidList.module.css'
import { type Said, saidIn } from './said.ts'

/** So many are read at a glance; the rest opens on demand. */
const atOnce = 6

/** What an event or message said besides its name. */
export function SaidList({ content }: { content: Readonly<Record<string, unknown>> }) {
  const t = useMessages('inspector.history')
  const said = saidIn(content)
  if (said.length === 0) return null
  const rest = said.slice(atOnce)
  return (
    <>
      <Lines said={said.slice(0, atOnce)} />
      {rest.length > 0 && (
        <Disclosure title={t('moment.more', { count: rest.length })}>
          <Lines said={rest} />
        </Disclosure>
      )}
    </>
  )
}

function Lines({ said }: { said: readonly Said[] }) {
  return (
    <ul className={styles.list}>
      {said.map(({ name, value }) => (
        <li key={name}>
          <span className={styles.name}>{name}</span> <code>{value}</code>
        </li>
      ))}
    </ul>
  )
}
