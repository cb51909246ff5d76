/** A processor as it is installed here. */
export interface Installed {
  readonly version: string
  /** The command that checks a document against a schema, or reads it if the processor has no schemas. */
  commandFor(document: string, schema: string): readonly string[]
}

/** A processor of XML, with what it offers. */
export interface Processor {
  readonly name: string
  /** What it checks. */
  readonly checks: string
  readonly hasSchema: boolean
  /** Whether it reads a document in constant memory. */
  readonly streams: boolean
  /** The position of a fault. */
  readonly position: string
  /** Whether a fault names the path of its element. */
  readonly hasPath: boolean
  /** Whether a fault says what was expected. */
  readonly hasExpectation: boolean
  readonly runsInBrowser: boolean
  /** Installs it in the folder of the comparison. Throws an `Error` with the reason if that is not possible. */
  install(folder: string): Promise<Installed>
}
