import { useMessages, useText } from '../../../messages/index.ts'
import { Select } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import {
  groupLabel,
  type Person,
  type Place,
  peopleByType,
  personById,
  personName,
  placeLabel,
  places,
  placesOf,
} from './people.ts'

const usual = 'provider.sign-off'

/** The person and place that the address names. */
export const usePerson = (): { person: Person; place: Place } => {
  const { parameter } = useInspectorAddress()
  const person = personById(parameter('who') ?? usual)
  const place = places.find(id => id === parameter('place'))
  return { person, place: place && placesOf(person).includes(place) ? place : 'own' }
}

/** Who causes the event, and for which organisation. */
export function PersonField() {
  const t = useMessages('inspector.question')
  const text = useText()
  const { go } = useInspectorAddress()
  const { person, place } = usePerson()
  const offered = placesOf(person)
  return (
    <>
      <Select
        label={t('who')}
        options={peopleByType.map(({ id, people }) => ({
          id,
          label: groupLabel(t, id),
          options: people.map(other => ({ id: other.id, label: personName(t, text, other) })),
        }))}
        value={person.id}
        onChange={who => go({ who: who === usual ? undefined : who, place: undefined }, { replace: true })}
      />
      {offered.length > 0 && (
        <Select
          label={t('place')}
          options={offered.map(id => ({ id, label: placeLabel(t, person, id) }))}
          value={place}
          onChange={id => go({ place: id === 'own' ? undefined : id }, { replace: true })}
        />
      )}
    </>
  )
}
