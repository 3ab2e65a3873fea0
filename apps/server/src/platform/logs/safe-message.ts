/** What a reader's exception quotes: the text, or the part of it, that could not be read. */
const quoted = /"[\s\S]*"|'[\s\S]*'|`[\s\S]*`/g;

/** What `fetch` says of a request that cannot be sent: the rest is its address or a header. */
const requestQuoted = /^(Failed to parse URL from|Headers\.\w+:)[\s\S]*$/;

/** SQLSTATE class 22, "data exception": the message quotes the value that was refused. */
const isDataException = (error: object) =>
  'code' in error && typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code);

/**
 * An error's message for logs and job rows, without the data that it may quote: what `JSON.parse` could not read, what a schema
 * refused, what the database could not take. Any other message is given as it is.
 */
export function safeMessage(error: unknown, otherwise: string): string {
  if (!(error instanceof Error)) return otherwise;
  if (error.name === 'ValiError') return 'it has another form than expected';
  if (error instanceof SyntaxError || isDataException(error))
    return error.message.replace(quoted, '(hidden)');
  return error.message.replace(requestQuoted, '$1 (hidden)');
}
