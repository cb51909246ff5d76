/** The people that the documents are written for, in the order of the sidebar: each has a folder of `docs`. */
export const readers: readonly { folder: string; title: string; task: string }[] = [
  { folder: 'officer', title: 'Records officers', task: 'Upload a file, correct it and sign it off.' },
  {
    folder: 'analyst',
    title: 'Analysts and regulators',
    task: 'Follow a collection and decide submissions.',
  },
  { folder: 'administrator', title: 'Administrators', task: 'Set up collections, people and deliveries.' },
  { folder: 'rules', title: 'Authors of rules', task: 'Write, test and publish a specification.' },
  { folder: 'supplier', title: 'Software suppliers', task: 'Connect a records system to the portal.' },
  { folder: 'operate', title: 'Operators', task: 'Install, upgrade and watch an installation.' },
  { folder: 'inspector', title: 'Inspector', task: 'Read the charts and use them in other tools.' },
  { folder: 'develop', title: 'Developers', task: 'Change the product and test the change.' },
  { folder: 'decisions', title: 'Decisions', task: 'Why the product works as it does.' },
]
