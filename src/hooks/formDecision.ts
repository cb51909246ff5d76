import { useSelector } from '@xstate/react'
import { createStore } from '@xstate/store'
import { useState } from 'react'

const outcomes = ['SIGN_OFF', 'FORM_REFUSED', 'REQUEST_RESUBMISSION'] as const
export type FormOutcome = (typeof outcomes)[number]

/** What is checked on the form before it is accepted. */
export type FormCheck = 'signed' | 'dated'

const createFormDecision = () =>
  createStore({
    context: { outcome: 'SIGN_OFF' as FormOutcome, checks: [] as readonly FormCheck[] },
    on: {
      outcomeChosen: (context, { outcome }: { outcome: FormOutcome }) => ({ ...context, outcome }),
      checkTicked: (context, { check, isTicked }: { check: FormCheck; isTicked: boolean }) => ({
        ...context,
        checks: [...context.checks.filter(one => one !== check), ...(isTicked ? [check] : [])],
      }),
    },
  })

export interface FormDecision {
  outcomes: readonly FormOutcome[]
  outcome: FormOutcome
  choose: (id: string) => void
  isTicked: (check: FormCheck) => boolean
  tick: (check: FormCheck) => (isTicked: boolean) => void
}

/** What the agency has chosen and ticked next to a returned form. A page that is left forgets it: each visit checks the form again. */
export const useFormDecision = (): FormDecision => {
  const [store] = useState(createFormDecision)
  const { outcome, checks } = useSelector(store, ({ context }) => context)
  return {
    outcomes,
    outcome,
    choose: id => {
      const chosen = outcomes.find(one => one === id)
      if (chosen) store.trigger.outcomeChosen({ outcome: chosen })
    },
    isTicked: check => checks.includes(check),
    tick: check => isTicked => store.trigger.checkTicked({ check, isTicked }),
  }
}
