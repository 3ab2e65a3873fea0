/**
 * The keys of the whole console: what each does, and its letter. A letter has one meaning on every screen; no letter moves
 * money, approves or opens a number by itself. A digit presses the button that shows it, `G` and a letter opens a screen.
 */
export const keyTable = {
  next: 'J',
  previous: 'K',
  open: 'Enter',
  check: 'Space',
  checkAll: 'A',
  checkNone: 'Escape',
  takeNext: 'X',
  claim: 'C',
  passOn: 'P',
  defer: 'Z',
  escalate: 'U',
  goAhead: 'Y',
  reject: 'R',
  write: 'W',
  ask: 'Q',
  new: 'N',
  hold: 'H',
  payCode: 'M',
  borrower: 'B',
  loan: 'O',
  view: 'V',
  reveal: 'D',
  turn: 'T',
  order: 'S',
  filter: 'F',
  readAgain: 'L',
  importFile: 'I',
  exportFile: 'E',
  dayBefore: 'ArrowLeft',
  dayAfter: 'ArrowRight',
  send: 'Ctrl+Enter',
  find: '/',
  findAnywhere: 'Ctrl+K',
  stopPayouts: '!',
  help: '?',
} as const;

/** A key by its meaning, the digit of a button, or the two keys of a screen. */
export type KeyName = keyof typeof keyTable | `${number}` | `G ${string}`;

/** The key of a meaning, as the keyboard names it. */
export const keyFor = (name: KeyName): string =>
  name in keyTable ? keyTable[name as keyof typeof keyTable] : name;
