import type { RuleEditorContext } from './types.ts'

/** Whether anything else than what is stored is entered. */
export const isTouched = ({ entered, stored }: Pick<RuleEditorContext, 'entered' | 'stored'>): boolean =>
  Object.keys(entered).some(id => entered[id] !== stored[id])
