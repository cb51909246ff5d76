const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const firstNames = words(`
  Amelia Oliver Isla George Ava Noah Mia Arthur Ivy Harry Lily Leo Freya Muhammad Florence Jack Willow Charlie Elsie
  Oscar Sophia Jacob Evie Henry Grace Thomas Poppy Freddie Sienna Alfie Charlotte Theo Ella William Maya Elijah Aisha
  Samir Zainab Imran Priya Arjun Fatima Yusuf Mei Wei Chioma Emeka Kofi Abena Siân Rhys Cerys Dŵynwen Gethin Aoife
  Ciarán Niamh Séamus Zoë Chloé André Łukasz Zofia Mariana Tiago Elena Mateo Anjali Rohan
`)

export const surnames = words(`
  Smith Jones Taylor Brown Williams Wilson Johnson Davies Robinson Wright Thompson Evans Walker White Roberts Green
  Hall Wood Jackson Clarke Patel Khan Begum Ali Hussain Ahmed Singh Kaur Okafor Adeyemi Mensah Chen Wang Li Zhang
  O'Neill O'Connor MacDonald Campbell Stewart Llŷn Prŷs Griffiths Morgan Hughes Owen Rees Lloyd Kelly Murphy Doherty
  Nowak Kowalski Müller García Fernández Silva Rossi Dubois Novák Horváth Popescu
`)

/** Postcode areas by country of permanent address. */
export const postcodeAreas: Readonly<Record<string, readonly string[]>> = {
  XF: ['LS', 'M', 'B', 'BS', 'NE', 'S', 'L', 'NG', 'CB', 'OX', 'SE', 'HU'],
  XI: ['CF', 'SA', 'LL', 'NP'],
  XH: ['EH', 'G', 'AB', 'DD'],
  XG: ['BT'],
}

export const homeOf: Readonly<Record<string, string>> = { E: 'XF', W: 'XI', S: 'XH', N: 'XG' }
export const overseas = [
  'CN',
  'IN',
  'NG',
  'PK',
  'US',
  'MY',
  'HK',
  'SG',
  'BD',
  'GH',
  'SA',
  'AE',
  'TR',
  'CA',
] as const
export const european = ['IE', 'FR', 'DE', 'ES', 'IT', 'PL', 'RO'] as const
