import { join } from 'node:path'
import type { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import { loggedAt, signOffDay } from '../../../src/domain/dates.ts'
import { product } from '../../../src/domain/product.ts'
import { type Message, message } from '../../../src/messages/message.ts'
import { type Language, localeOf, messagesFor } from '../../../src/messages/messages.ts'
import { inLanguage } from '../../messages.ts'

/** What stands on the sign-off form (reference §6.5). */
export interface SignOffForm {
  providerName: string
  instId: string
  ukprn: string
  collectionName: string
  collectionReference: string
  fileName: string
  /** The transaction that the form signs: SHA-256 of the stored file. */
  fileHash: string
  submittedAt: string | null
  approvedAt: string | null
  studentCount: number | null
  /** Instant at which the form was made. */
  made: Date
}

const fonts = join(import.meta.dirname, 'fonts')
const margin = 56
const labelWidth = 150

type Document = InstanceType<typeof PDFDocument>

const heading = (document: Document, text: string): void => {
  document.moveDown(1).font('bold').fontSize(12).text(text).moveDown(0.4)
}

const field = (document: Document, label: string, value: string): void => {
  const top = document.y
  document.font('bold').fontSize(10).text(label, margin, top, { width: labelWidth })
  document.font('regular').text(value, margin + labelWidth, top, {
    width: document.page.width - 2 * margin - labelWidth,
  })
  document.x = margin
  document.moveDown(0.35)
}

/** A line to write on by hand. */
const blank = (document: Document, label: string): void => {
  document.moveDown(1.1)
  const top = document.y
  document.font('bold').fontSize(10).text(label, margin, top, { width: labelWidth })
  document
    .moveTo(margin + labelWidth, top + 13)
    .lineTo(document.page.width - margin, top + 13)
    .lineWidth(0.7)
    .stroke()
  document.x = margin
}

/** The sign-off form as a PDF of one page, in the language of who asks, in a font that has the letters of Welsh. */
export const signOffForm = (form: SignOffForm, language: Language): Readable => {
  const t = messagesFor(language, 'server')
  const text = (value: Message): string => inLanguage(language, value)
  const document = new PDFDocument({
    size: 'A4',
    margin,
    lang: localeOf[language],
    displayTitle: true,
    info: {
      Title: t('form.documentTitle', { provider: form.providerName, collection: form.collectionName }),
      Author: product.name,
      CreationDate: form.made,
    },
  })
  document.registerFont('regular', join(fonts, 'AtkinsonHyperlegibleNext-Regular.ttf'))
  document.registerFont('bold', join(fonts, 'AtkinsonHyperlegibleNext-Bold.ttf'))

  document.font('bold').fontSize(11).text(product.name)
  document.moveDown(0.6).fontSize(20).text(t('form.title'))
  document
    .font('regular')
    .fontSize(11)
    .text(t('form.collection', { name: form.collectionName, reference: form.collectionReference }))

  heading(document, t('form.submission'))
  field(document, t('form.fields.provider'), `${form.providerName} (${form.instId})`)
  field(document, t('form.fields.ukprn'), form.ukprn)
  field(document, t('form.fields.collection'), `${form.collectionReference} ${form.collectionName}`)
  field(document, t('form.fields.fileName'), form.fileName)
  field(document, t('form.fields.hash'), form.fileHash)
  field(document, t('form.fields.submitted'), text(loggedAt(form.submittedAt)))
  field(document, t('form.fields.approved'), text(loggedAt(form.approvedAt)))
  field(
    document,
    t('form.fields.students'),
    form.studentCount === null
      ? text(message('formats', 'missing'))
      : t('form.students', { count: form.studentCount }),
  )

  heading(document, t('form.statement.title'))
  const statement = { provider: form.providerName, collection: form.collectionName }
  document.font('regular').fontSize(10).text(t('form.statement.text', statement), { lineGap: 2 })

  heading(document, t('form.officer'))
  for (const name of ['name', 'role', 'signature', 'date'] as const) blank(document, t(`form.blanks.${name}`))

  const day = text(signOffDay(form.made.toISOString()))
  document
    .moveDown(3)
    .font('regular')
    .fontSize(9)
    .text(t('form.return', { product: product.name, day }))
  document.end()
  return document as unknown as Readable
}
