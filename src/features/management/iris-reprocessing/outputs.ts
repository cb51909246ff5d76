import type { ListedOutput } from '../../../domain/wire/additionalReports.ts'

type Named = Pick<ListedOutput, 'submissionUuid' | 'fileCode'>

/** Names an output among those of all submissions. */
export const outputId = ({ submissionUuid, fileCode }: Named): string => `${submissionUuid} ${fileCode}`

/** The output that was named. */
export const fileOf = (id: string): Named => {
  const [submissionUuid = '', fileCode = ''] = id.split(' ')
  return { submissionUuid, fileCode }
}
