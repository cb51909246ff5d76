import type { Readable } from 'node:stream'
import { loggedAt, signOffDay } from '../../../src/domain/dates.ts'
import { product } from '../../../src/domain/product.ts'
import type { Message } from '../../../src/messages/message.ts'
import { type Language, localeOf, messagesFor } from '../../../src/messages/messages.ts'
import { inLanguage } from '../../messages.ts'
import { issuedValues, type SignOffForm } from './signOffFormOf.ts'
import { taggedPdf } from './taggedPdf.ts'

/** Heights of a field to type or write in; a signature takes more. */
const fieldHeight = 20
const signatureHeight = 44

/**
 * The sign-off form as a PDF of one page, in the language of who asks, in a font that has the letters of Welsh. It is
 * tagged (PDF/UA-1) and its fields can be filled in on the screen or by hand.
 */
export const signOffForm = (form: SignOffForm, language: Language): Readable => {
  const t = messagesFor(language, 'server')
  const text = (value: Message): string => inLanguage(language, value)
  const title = t('form.documentTitle', { provider: form.providerName, collection: form.collectionName })
  const { write, end } = taggedPdf({
    title,
    author: product.name,
    language: localeOf[language],
    made: form.made,
  })

  write.paragraph(product.name, 11, 'bold')
  write.title(t('form.title'))
  write.paragraph(
    t('form.collection', { name: form.collectionName, reference: form.collectionReference }),
    11,
  )

  write.heading(t('form.submission'))
  write.table(issuedValues(form, language).map(({ label, text: value }) => [label, value]))

  write.heading(t('form.statement.title'))
  write.paragraph(
    t('form.statement.text', { provider: form.providerName, collection: form.collectionName }),
    10,
  )

  write.heading(t('form.officer'))
  if (form.signature) {
    const { name, signer, signedIn } = form.signature
    write.table([
      [t('form.signed.name'), name],
      [t('form.signed.by'), signer],
      [t('form.signed.signedIn'), text(loggedAt(signedIn.toISOString()))],
      [t('form.signed.at'), text(loggedAt(form.made.toISOString()))],
    ])
    write.paragraph(t('form.signed.note', { product: product.name }), 9)
    return end()
  }
  for (const name of ['name', 'role', 'signature', 'date'] as const)
    write.field(
      name,
      t(`form.blanks.${name}`),
      name === 'signature' ? signatureHeight : fieldHeight,
      form.filledIn?.[name],
    )

  write.space()
  const day = text(signOffDay(form.made.toISOString()))
  write.paragraph(t('form.return', { product: product.name, day }), 9)
  return end()
}
