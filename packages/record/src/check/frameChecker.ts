import type { XmlName } from '../xml/names.ts'
import type { XmlReader } from '../xml/reader.ts'
import { type Finding, type FindingCode, type FindingList, type RecordPlace, shown } from './finding.ts'
import { Frame, Mode } from './frame.ts'
import type { WrongCharacter } from './suggestion.ts'

/** What a finding says beside its place. */
export interface Fault {
  readonly code: FindingCode
  readonly field: string
  readonly message: string
  readonly value?: string | undefined
  readonly expected?: string | undefined
  readonly wrong?: WrongCharacter | undefined
  readonly suggestion?: string | undefined
}

const none: readonly string[] = []

/** The part of the checker that holds the open elements and adds its place to each fault. */
export abstract class FrameChecker {
  readonly findings: FindingList
  /** The open elements; the first is the document itself. */
  protected readonly frames: Frame[] = [new Frame()]
  protected depth = 0

  constructor(findings: FindingList) {
    this.findings = findings
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
  protected report(frame: Frame, fault: Fault): void {
    this.add(frame, this.frames.indexOf(frame) - 1, fault)
  }

  /** Reports a fault at the place of `frame` in the record at depth `holder`. */
  protected add(frame: Frame, holder: number, fault: Fault): void {
    this.findings.add(this.findingAt(frame, holder, fault))
  }

  protected findingAt(frame: Frame, holder: number, fault: Fault): Finding {
    const steps: string[] = []
    for (let at = 2; at <= holder; at++) steps.push(this.pathStep(this.frames[at]!))
    return {
      code: fault.code,
      message: fault.message,
      line: frame.line,
      column: frame.column,
      byte: frame.byte,
      path: [...steps, fault.field].join('/'),
      ...(fault.value === undefined ? {} : { value: shown(fault.value) }),
      ...(fault.expected === undefined || fault.expected === '' ? {} : { expected: fault.expected }),
      ...(fault.wrong === undefined ? {} : { wrong: fault.wrong }),
      ...(fault.suggestion === undefined ? {} : { suggestion: fault.suggestion }),
      field: fault.field,
      ...this.recordPlace(Math.max(holder, 1)),
    }
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
