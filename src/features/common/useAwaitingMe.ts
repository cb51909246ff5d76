import type { CollectionWire } from '../../domain/wire/collections.ts'
import type { Task } from '../../domain/wire/tasks.ts'
import { useTasks } from './useTasks.ts'

/** The viewer's approvals and sign-offs to record in the collection, most urgent first; undefined while they load. */
export const useAwaitingMe = ({
  reference,
}: Pick<CollectionWire, 'reference'>): readonly Task[] | undefined =>
  useTasks({ collectionReference: reference, group: ['approval', 'signed-form'] }).data?.tasks
