import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { compileSchema, createChecker, createReader } from 'bedel-record'
import { filePieces } from '../server/storage/filePieces.ts'
import {
  type BenchFile,
  hasXmllint,
  makeFile,
  type Spread,
  schemaFile,
  secondsOf,
  spreadOf,
  spreadText,
  xmllintSeconds,
} from './support.ts'

export interface RecordFigures {
  megabytes: number
  readerMegabytesPerSecond: Spread
  checkerMegabytesPerSecond: Spread
  /** How many times as fast as `xmllint --stream --noout`; null where it is not installed. Aim: 1. */
  readerToXmllint: Spread | null
  /** How many times as fast as `xmllint --stream --schema`. Aim: 3. */
  checkerToXmllint: Spread | null
}

const feed = async (
  file: string,
  sink: { write(chunk: Uint8Array): void; end(): unknown },
): Promise<void> => {
  for await (const chunk of filePieces(() => open(file))) sink.write(chunk)
  sink.end()
}

const measure = async (file: BenchFile, runs: number): Promise<RecordFigures> => {
  const schema = compileSchema(readFileSync(schemaFile, 'utf8'))
  const read = () => feed(file.path, createReader())
  const check = () => feed(file.path, createChecker(schema))
  // Once to warm up: a worker and a page's second file are warm too.
  await read()
  await check()
  const reader: number[] = []
  const checker: number[] = []
  const peerReader: number[] = []
  const peerChecker: number[] = []
  const isCompared = hasXmllint()
  // Ours and the peer's take turns, so that a loud minute of the machine falls on both.
  for (let run = 0; run < runs; run++) {
    reader.push(await secondsOf(read))
    if (isCompared) peerReader.push(await xmllintSeconds(file.path))
    checker.push(await secondsOf(check))
    if (isCompared) peerChecker.push(await xmllintSeconds(file.path, schemaFile))
  }
  const speeds = (seconds: readonly number[]) => spreadOf(seconds.map(second => file.megabytes / second))
  const ratios = (mine: readonly number[], peer: readonly number[]) =>
    isCompared ? spreadOf(mine.map((second, run) => (peer[run] ?? 0) / second)) : null
  return {
    megabytes: file.megabytes,
    readerMegabytesPerSecond: speeds(reader),
    checkerMegabytesPerSecond: speeds(checker),
    readerToXmllint: ratios(reader, peerReader),
    checkerToXmllint: ratios(checker, peerChecker),
  }
}

/** Reader and checker beside libxml2's command on the same files. */
export const measureRecord = async (
  folder: string,
  sizes: readonly number[],
  runs: number,
): Promise<RecordFigures[]> => {
  const figures: RecordFigures[] = []
  for (const size of sizes) figures.push(await measure(await makeFile(folder, size), runs))
  return figures
}

export const recordLines = (figures: readonly RecordFigures[]): string[] =>
  figures.flatMap(one => [
    `${one.megabytes} MB  reader  ${spreadText(one.readerMegabytesPerSecond)} MB/s` +
      (one.readerToXmllint ? `, ${spreadText(one.readerToXmllint)} × xmllint --stream --noout (aim 1)` : ''),
    `${one.megabytes} MB  checker ${spreadText(one.checkerMegabytesPerSecond)} MB/s` +
      (one.checkerToXmllint
        ? `, ${spreadText(one.checkerToXmllint)} × xmllint --stream --schema (aim 3)`
        : ''),
  ])
