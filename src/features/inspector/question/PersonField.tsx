import { NativeSelect } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { type Person, type Place, peopleByType, personById, places, placesOf } from './people.ts'
import { texts } from './texts.ts'

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
  const { go } = useInspectorAddress()
  const { person, place } = usePerson()
  const words: Partial<Record<Place, string>> =
    person.type === 'provider' || person.type === 'statutory_customer' ? texts.places[person.type] : {}
  const offered = placesOf(person)
  return (
    <>
      <NativeSelect
        label={texts.who}
        options={peopleByType.map(({ id, label, people }) => ({
          id,
          label,
          options: people.map(other => ({ id: other.id, label: other.label })),
        }))}
        value={person.id}
        onChange={who => go({ who: who === usual ? undefined : who, place: undefined }, { replace: true })}
      />
      {offered.length > 0 && (
        <NativeSelect
          label={texts.place}
          options={offered.map(id => ({ id, label: words[id] ?? id }))}
          value={place}
          onChange={id => go({ place: id === 'own' ? undefined : id }, { replace: true })}
        />
      )}
    </>
  )
}
