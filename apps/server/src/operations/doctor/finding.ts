/** The result of one examination. */
export interface Finding {
  readonly what: string;
  /** `warning`: nothing fails by it, and somebody should look at it. */
  readonly state: 'well' | 'warning' | 'wrong' | 'not tried';
  /** The finding, or the reason why it was not tried. */
  readonly line: string;
}

/** An examination says in a line what is well. Throws with a one-line message about what is wrong. */
export interface Examination {
  readonly what: string;
  readonly examine: () => Promise<string>;
}

/** Ends an examination that does not apply here. */
export class NotTried extends Error {}

/** Ends an examination that found what works and is probably not meant. */
export class Warning extends Error {}

/** The longest time of one examination in milliseconds. */
const maxExaminationMs = 25_000;

/** Runs an examination to its finding; one that hangs is a finding too. */
export async function findingOf({ what, examine }: Examination): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${maxExaminationMs / 1000} s`)),
      maxExaminationMs,
    );
  });
  try {
    return { what, state: 'well', line: await Promise.race([examine(), deadline]) };
  } catch (error) {
    return { what, state: stateOf(error), line: messageOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

function stateOf(error: unknown): Finding['state'] {
  if (error instanceof NotTried) return 'not tried';
  return error instanceof Warning ? 'warning' : 'wrong';
}

/** One line: the message, or the code of an error of the network that has none. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${messageOf(error.cause)})` : '';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return `${error.message || code}${cause}`.replace(/\s*\n\s*/g, '; ');
}
