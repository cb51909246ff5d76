import type { ReactNode } from 'react'
import { bytes } from '../../../domain/bytes.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import type { PickedFile } from '../../../machines/upload/types.ts'
import { useText } from '../../../messages/index.ts'
import { FileCard } from '../../../ui/index.ts'

export interface ChosenProps {
  file: Pick<PickedFile, 'name' | 'size'>
  status?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** The file that was chosen, with its size. */
export function Chosen({ file, ...card }: ChosenProps) {
  const text = useText()
  return <FileCard name={shownFileName(file.name)} size={text(bytes(file.size))} {...card} />
}
