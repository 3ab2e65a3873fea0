/** A waiting time: `5 h`, `3 days`. */
export function ageOf(since: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - since.getTime()) / 3_600_000);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** Makes a stranger's text safe to print: control characters become spaces, so that none moves the terminal's cursor. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
}

/** Says how many entries of a bounded list are shown, if not all are. */
export function restOf(shown: number, total: number): string {
  return shown < total ? `, the first ${shown} are shown` : '';
}
