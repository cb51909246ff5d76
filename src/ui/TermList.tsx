import { useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { SearchField } from './SearchField.tsx'
import styles from './TermList.module.css'

export interface ExplainedTerm {
  id: string
  name: string
  explanation: string
}

export interface TermListProps {
  /** Name of the search field. */
  search: string
  /** In the order in which they are listed. */
  terms: readonly ExplainedTerm[]
}

/** Terms with their explanations. Typing leaves those that contain every typed word. */
export function TermList({ search, terms }: TermListProps) {
  const t = useMessages('ui')
  const [typed, setTyped] = useState('')
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = terms.filter(({ name, explanation }) => {
    const text = `${name} ${explanation}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
  return (
    <div className={styles.terms}>
      <SearchField label={search} value={typed} onChange={setTyped} />
      <p role="status" className={styles.count}>
        {found.length === 0 ? t('noMatches') : t('terms', { count: found.length })}
      </p>
      <dl className={styles.list}>
        {found.map(({ id, name, explanation }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{explanation}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
