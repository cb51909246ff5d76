import { join } from 'node:path'
import type { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import { formatDateTime, formatSignOffDate } from '../../../src/domain/dates.ts'
import { product } from '../../../src/domain/product.ts'

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

const statement = (form: SignOffForm): string =>
  `I confirm that the data of this submission of ${form.providerName} for ${form.collectionName} are complete and accurate, that they have been checked against the provider's own records, and that they may be passed to the statutory customers.`

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

/** The sign-off form as a PDF of one page, in a font that has the letters of Welsh. */
export const signOffForm = (form: SignOffForm): Readable => {
  const document = new PDFDocument({
    size: 'A4',
    margin,
    lang: 'en-GB',
    displayTitle: true,
    info: {
      Title: `Sign-off form, ${form.providerName}, ${form.collectionName}`,
      Author: product.name,
      CreationDate: form.made,
    },
  })
  document.registerFont('regular', join(fonts, 'AtkinsonHyperlegibleNext-Regular.ttf'))
  document.registerFont('bold', join(fonts, 'AtkinsonHyperlegibleNext-Bold.ttf'))

  document.font('bold').fontSize(11).text(product.name)
  document.moveDown(0.6).fontSize(20).text('Sign-off form')
  document.font('regular').fontSize(11).text(`${form.collectionName} (${form.collectionReference})`)

  heading(document, 'Submission')
  field(document, 'Provider', `${form.providerName} (${form.instId})`)
  field(document, 'UKPRN', form.ukprn)
  field(document, 'Collection', `${form.collectionReference} ${form.collectionName}`)
  field(document, 'File name', form.fileName)
  field(document, 'Transaction (file hash)', form.fileHash)
  field(document, 'Submitted', formatDateTime(form.submittedAt))
  field(document, 'Approved', formatDateTime(form.approvedAt))
  field(
    document,
    'Student count',
    form.studentCount === null ? '--' : form.studentCount.toLocaleString('en-GB'),
  )

  heading(document, 'Statement')
  document.font('regular').fontSize(10).text(statement(form), { lineGap: 2 })

  heading(document, 'Accountable officer, head of the provider, or a person with suitable authority')
  for (const label of ['Name', 'Role', 'Signature', 'Date']) blank(document, label)

  document
    .moveDown(3)
    .font('regular')
    .fontSize(9)
    .text(
      `Return the signed form to the liaison team of ${product.name}. Form made on ${formatSignOffDate(form.made.toISOString())}.`,
    )
  document.end()
  return document as unknown as Readable
}
