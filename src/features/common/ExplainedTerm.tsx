import type { GlossaryTerm } from '../../domain/glossary.ts'
import { product } from '../../domain/product.ts'
import { useMessages } from '../../messages/index.ts'

/** A term's full name and its explanation. */
export function ExplainedTerm({ id }: { id: GlossaryTerm }) {
  const t = useMessages('glossary')
  return (
    <>
      <p>
        <strong>{t(`name.${id}`)}</strong>
      </p>
      <p>{t(`text.${id}`, { product: product.name })}</p>
    </>
  )
}
