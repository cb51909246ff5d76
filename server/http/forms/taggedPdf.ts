import { join } from 'node:path'
import type { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'

const fonts = join(import.meta.dirname, 'fonts')
const margin = 56
const labelWidth = 150

type Document = InstanceType<typeof PDFDocument>
type Element = ReturnType<Document['struct']>

/**
 * Internals of pdfkit, which has no call for a field with a spoken name and a position in the structure: the annotations of a page and the
 * fields of a document. `signOffForm.test.ts` fails if another version keeps them elsewhere.
 */
interface FormParts {
  page: { annotations: unknown[] }
  _root: { data: { AcroForm: { data: { Fields: unknown[] } } } }
}

/** Writes texts as elements of the structure that is read out (PDF/UA), in their order. */
const writerOf = (document: Document) => {
  const element = (type: string, children: Element[] | (() => void)[]): Element =>
    document.struct(type, {}, children as Element[])
  const add = (type: string, write: () => void): void => {
    document.addStructure(element(type, [write]))
  }
  const rowOf = ([label, value]: readonly [string, string]): Element => {
    let top = document.y
    const head = document.struct('TH', { scope: 'Row' } as object, [
      () => {
        top = document.y
        document.font('bold').fontSize(10).text(label, margin, top, { width: labelWidth })
      },
    ])
    const cell = element('TD', [
      () => {
        const width = document.page.width - 2 * margin - labelWidth
        document.font('regular').text(value, margin + labelWidth, top, { width })
        document.x = margin
        document.moveDown(0.35)
      },
    ])
    return element('TR', [head, cell])
  }
  return {
    title: (text: string): void =>
      add('H1', () => document.moveDown(0.6).font('bold').fontSize(20).text(text)),
    heading: (text: string): void =>
      add('H2', () => document.moveDown(1).font('bold').fontSize(12).text(text).moveDown(0.4)),
    paragraph: (text: string, size: number, font = 'regular'): void =>
      add('P', () => document.font(font).fontSize(size).text(text, { lineGap: 2 })),
    table: (rows: readonly (readonly [string, string])[]): void => {
      document.addStructure(element('Table', rows.map(rowOf)))
    },
    space: (): void => {
      document.moveDown(2)
    },
    /** A field with its label: to type in, or to write in by hand where the form is printed. With a value, it is printed in it. */
    field: (name: string, label: string, height: number, value?: string): void => {
      document.moveDown(0.5)
      const top = document.y
      const left = margin + labelWidth
      const width = document.page.width - margin - left
      add('P', () =>
        document
          .font('bold')
          .fontSize(10)
          .text(label, margin, top + 5, { width: labelWidth }),
      )
      if (value !== undefined)
        add('P', () =>
          document
            .font('regular')
            .fontSize(10)
            .text(value, left + 6, top + height / 2 - 6, { width: width - 12 }),
        )
      document.markContent('Artifact', { type: 'Layout' })
      document.rect(left, top, width, height).lineWidth(0.7).stroke()
      document.endMarkedContent()
      const form = document.struct('Form')
      document.addStructure(form)
      document.annotate(left, top, width, height, {
        Subtype: 'Widget',
        FT: 'Tx',
        T: new String(name),
        // What a screen reader says.
        TU: new String(label),
        // It is printed.
        F: 4,
        structParent: form,
      } as object)
      form.end()
      const { page, _root } = document as unknown as FormParts
      _root.data.AcroForm.data.Fields.push(page.annotations.at(-1))
      document.x = margin
      document.y = top + height
    },
  }
}

/** What is said of the document as a whole. */
export interface PdfOptions {
  title: string
  author: string
  /** Language of its text, as BCP 47 has it. */
  language: string
  made: Date
}

/**
 * A PDF of A4 that is tagged (PDF/UA-1), with fields to fill in: what is written is read out in the order in which it is
 * written. Its fonts have the letters of Welsh.
 */
export const taggedPdf = ({ title, author, language, made }: PdfOptions) => {
  const document = new PDFDocument({
    size: 'A4',
    margin,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: made },
  })
  document.registerFont('regular', join(fonts, 'AtkinsonHyperlegibleNext-Regular.ttf'))
  document.registerFont('bold', join(fonts, 'AtkinsonHyperlegibleNext-Bold.ttf'))
  // What is typed may have any letter: of our own fonts only the letters that are written are in the file.
  document.font('Helvetica').initForm()
  return {
    write: writerOf(document),
    end: (): Readable => {
      document.end()
      return document as unknown as Readable
    },
  }
}
