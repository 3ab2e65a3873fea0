/**
 * Writes moments for people. It needs the engine's own formatter (`Intl`), which most screens of a phone do not:
 * a file of their own keeps them out of the script that every screen waits for.
 */

/** English dates are written day first. A language without a locale of its own uses them too. */
const dateLocales: Readonly<Record<string, string>> = { en: 'en-GB', fil: 'fil', id: 'id' };

function cached<Format>(create: (language: string, style: string) => Format) {
  const formats = new Map<string, Format>();
  return (language: string, style = ''): Format => {
    const key = `${language} ${style}`;
    const format = formats.get(key) ?? create(language, style);
    formats.set(key, format);
    return format;
  };
}

/** One clock in every language of a brand. */
const timeParts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const mediumParts = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const momentStyles = {
  medium: mediumParts,
  short: { day: 'numeric', month: 'short' },
  /** `31 May 2026, 15:30` */
  moment: { ...mediumParts, ...timeParts },
  /** `31 May 2026, 15:30 GMT+8` */
  zoned: { ...mediumParts, ...timeParts, timeZoneName: 'short' },
  /** `Sun` */
  weekday: { weekday: 'short' },
  /** `15:30` */
  time: timeParts,
  /** `15:30:05` */
  seconds: { ...timeParts, second: '2-digit' },
} as const;

const momentFormat = cached((language, style) => {
  const [parts = '', timeZone = ''] = style.split(' ');
  const format = new Intl.DateTimeFormat(dateLocales[language] ?? dateLocales.en, {
    ...momentStyles[parts as keyof typeof momentStyles],
    ...(timeZone === '' ? {} : { timeZone }),
  });
  // Engines write the British short form of one month with four letters; days have three (`formatDate`).
  return { format: (moment: Date) => format.format(moment).replace(/\bSept\b/, 'Sep') };
});

/**
 * Formats a moment in a time zone, or that of the device: `31 May 2026, 15:30`. With `namesZone` the zone follows: `31 May
 * 2026, 15:30 GMT+8`.
 */
export function formatMoment(moment: Date, language: string, timeZone = '', namesZone = false): string {
  return momentFormat(language, `${namesZone ? 'zoned' : 'moment'} ${timeZone}`).format(moment);
}

/** Formats the day of a moment, in a time zone or that of the device: `31 May 2026`, or as `weekday` `Sun`. */
export function formatDayOf(
  moment: Date,
  language: string,
  timeZone = '',
  style: 'medium' | 'short' | 'weekday' = 'medium',
): string {
  return momentFormat(language, `${style} ${timeZone}`).format(moment);
}

/**
 * Formats the time of day of a moment, in a time zone or that of the device: `15:30`, in Indonesian `15.30`; with seconds
 * `15:30:05`.
 */
export function formatTime(moment: Date, language: string, timeZone = '', hasSeconds = false): string {
  return momentFormat(language, `${hasSeconds ? 'seconds' : 'time'} ${timeZone}`).format(moment);
}

/** The time zone of the device: `Asia/Manila`. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The day of a moment in a time zone, or that of the device, as `YYYY-MM-DD`. */
export function dayIn(moment: Date, timeZone: string | undefined): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone } as const;
  return new Intl.DateTimeFormat('sv-SE', parts).format(moment);
}
