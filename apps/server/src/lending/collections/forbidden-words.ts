/** Rules of conduct that a collector's note can break (SEC MC 18-2019, section 1; RBI FAQ of 12 August 2022; POJK 22/2023, article 62). */
export type ConductRule = 'threat' | 'insult' | 'shame' | 'thirdParty';

/** Beginnings of words by rule, as they are written in the languages of the brands. A space matches any number of spaces. */
const beginnings: Readonly<Record<ConductRule, readonly string[]>> = {
  threat: [
    // en
    'arrest',
    'jail',
    'prison',
    'police will',
    'kill',
    'hurt you',
    'beat you',
    'or else',
    'we will come for',
    'criminal case',
    'blacklist',
    // fil
    'ipapakulong',
    'ipakukulong',
    'makukulong',
    'kulong',
    'papatayin',
    'patayin',
    'bubugbugin',
    'sasaktan',
    'babalikan ka',
    'ipapapulis',
    'kakasuhan ng',
    'lagot ka',
    'humanda ka',
    // id
    'penjara',
    'dipenjara',
    'polisi akan',
    'bunuh',
    'pukul',
    'hajar',
    'awas kamu',
    'kami datangi',
    // hi, as it is typed
    'jail bhej',
    'police bhej',
  ],
  insult: [
    'stupid',
    'idiot',
    'liar',
    'thief',
    'scammer',
    'crook',
    'useless',
    'shameless',
    'bastard',
    'bobo',
    'tanga',
    'gago',
    'gaga',
    'ulol',
    'inutil',
    'magnanakaw',
    'manloloko',
    'sinungaling',
    'walang hiya',
    'walanghiya',
    'putang',
    'hayop',
    'estapador',
    'bodoh',
    'goblok',
    'tolol',
    'anjing',
    'bangsat',
    'maling',
    'penipu',
    'tidak tahu malu',
    'chor',
    'kamina',
    'harami',
    'jhoota',
  ],
  shame: [
    'post your',
    'post you on',
    'on facebook',
    'everyone will know',
    'expose',
    'embarrass',
    'shame',
    'group chat',
    'ipapahiya',
    'ipahiya',
    'ikahihiya',
    'nakakahiya',
    'ipopost',
    'i-post',
    'ipagkakalat',
    'ikakalat',
    'permalukan',
    'sebarkan',
    'viralkan',
    'memalukan',
    'badnaam',
    'sharam',
  ],
  thirdParty: [
    'your family',
    'your mother',
    'your wife',
    'your husband',
    'your boss',
    'your employer',
    'her office',
    'his office',
    'your office',
    'visit her',
    'visit him',
    'neighbour',
    'neighbor',
    'your contacts',
    'barangay captain',
    'pamilya mo',
    'nanay mo',
    'asawa mo',
    'boss mo',
    'opisina mo',
    'kapitbahay',
    'mga kontak mo',
    'keluarga anda',
    'keluargamu',
    'istri anda',
    'suami anda',
    'atasan anda',
    'kantor anda',
    'tetangga',
    'parivar',
    'padosi',
  ],
};

const written = (text: string) =>
  ` ${text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(
      /[013457@$]/g,
      (sign) =>
        ({ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' })[sign] ?? sign,
    )
    .replace(/[^\p{L}]+/gu, ' ')} `;

/** The first rule that a note breaks; undefined: none. Accents, signs between letters and digits in place of letters hide nothing. */
export function brokenRule(note: string): ConductRule | undefined {
  const text = written(note);
  const rules = Object.entries(beginnings) as [ConductRule, readonly string[]][];
  return rules.find(([, words]) => words.some((word) => text.includes(written(word).trimEnd())))?.[0];
}
