/** The text that a parser's exception quotes. */
const quoted = /"[\s\S]*"|'[\s\S]*'|`[\s\S]*`/g;

/** Messages of `fetch` for a request that cannot be sent: the rest is the URL or a header. */
const requestQuoted = /^(Failed to parse URL from|Headers\.\w+:)[\s\S]*$/;

/** SQLSTATE class 22, "data exception": the message quotes the rejected value. */
const isDataException = (error: object) =>
  'code' in error && typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code);

/**
 * An error's message for logs and job rows, without the data that it may quote: text that `JSON.parse` cannot parse, values
 * that a schema or the database rejects. Other messages are returned unchanged; `fallback` replaces what is not an Error.
 */
export function safeMessage(error: unknown, fallback: string): string {
  if (!(error instanceof Error)) return fallback;
  if (error.name === 'ValiError') return 'it has an unexpected form';
  if (error instanceof SyntaxError || isDataException(error))
    return error.message.replace(quoted, '(hidden)');
  return error.message.replace(requestQuoted, '$1 (hidden)');
}
