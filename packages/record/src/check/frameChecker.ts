import type { XmlName } from '../xml/names.ts'
import type { XmlReader } from '../xml/reader.ts'
import type { Fault, WrongCharacter } from './fault.ts'
import { type Finding, type FindingList, type FindingPlace, type RecordPlace, shown } from './finding.ts'
import { Frame, Mode } from './frame.ts'
import { type FindingMessages, wordingOf } from './messages.ts'

/** The fault of a field, and what is given with it. */
export type FieldFault = Fault & {
  readonly field: string
  readonly value?: string | undefined
  readonly wrong?: WrongCharacter | undefined
  readonly suggestion?: string | undefined
}

/** Where findings go, and in which language. */
export interface Reporting {
  readonly findings: FindingList
  readonly messages: FindingMessages
}

const none: readonly string[] = []

/** The part of the checker that holds the open elements and adds its place to each fault. */
export abstract class FrameChecker {
  readonly findings: FindingList
  private readonly messages: FindingMessages
  /** The open elements; the first is the document itself. */
  protected readonly frames: Frame[] = [new Frame()]
  protected depth = 0

  constructor({ findings, messages }: Reporting) {
    this.findings = findings
    this.messages = messages
  }

  protected push(name: XmlName, reader: XmlReader): Frame {
    const around = this.frames[this.depth]!
    let frame = this.frames[++this.depth]
    if (frame === undefined) {
      frame = new Frame()
      this.frames.push(frame)
    }
    frame.mode = Mode.skip
    frame.declaration = undefined
    frame.name = name.local
    frame.line = reader.currentLine
    frame.column = reader.currentColumn
    frame.byte = reader.currentByte
    frame.keyCount = 0
    frame.keyNames = none
    frame.layout = undefined
    frame.row = around.row
    return frame
  }

  /** Reports a fault of the element itself, as a field of the record around it. */
  protected report(frame: Frame, fault: FieldFault): void {
    this.add(frame, this.frames.indexOf(frame) - 1, fault)
  }

  /** Reports a fault at the place of `frame` in the record at depth `holder`. */
  protected add(frame: Frame, holder: number, fault: FieldFault): void {
    this.findings.add(this.findingAt(frame, holder, fault))
  }

  private findingAt(frame: Frame, holder: number, fault: FieldFault): Finding {
    const { value, wrong, suggestion } = fault
    return {
      ...this.worded(fault),
      ...(value === undefined ? {} : { value: shown(value) }),
      ...(wrong && { wrong }),
      ...(suggestion === undefined ? {} : { suggestion }),
      ...this.placeAt(frame, holder, fault.field),
    }
  }

  /** A fault with its words. */
  protected worded(fault: Fault): Pick<Finding, 'code' | 'parameters' | 'message' | 'expected'> {
    const { code, parameters } = fault
    const { message, expected = '' } = wordingOf(fault, this.messages)
    return { code, parameters, message, ...(expected === '' ? {} : { expected }) }
  }

  /** The place of a field of `frame` in the record at depth `holder`. */
  protected placeAt({ line, column, byte }: Frame, holder: number, field: string): FindingPlace {
    const steps: string[] = []
    for (let at = 2; at <= holder; at++) steps.push(this.pathStep(this.frames[at]!))
    const path = [...steps, field].join('/')
    return { line, column, byte, path, field, ...this.recordPlace(Math.max(holder, 1)) }
  }

  protected pathStep(frame: Frame): string {
    if (frame.keyCount === 0) return frame.name
    const keys = Array.from({ length: frame.keyCount }, (_, index) => frame.key(index))
    return `${frame.name}[${keys.map(({ field, value }) => `${field}=${value}`).join(',')}]`
  }

  protected recordPlace(depth: number): RecordPlace {
    const frame = this.frames[depth]!
    return {
      name: frame.name,
      ids: Array.from({ length: frame.keyCount }, (_, index) => frame.key(index)),
      parent: depth > 2 ? this.recordPlace(depth - 1) : null,
    }
  }
}
