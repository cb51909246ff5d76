/** What a record calls what it counts: "student, students", and what belongs to each: "engagement, engagements". */
export interface RecordWords {
  unit: string
  units: string
  sub: string
  subs: string
}

/** A record that is collected, as its ruleset describes it (decisions §17). */
export interface RecordDescription {
  id: string
  name: string
  words: RecordWords
}
