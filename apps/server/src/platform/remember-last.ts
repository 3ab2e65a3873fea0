/** A function that makes the result of a text once: it keeps those of the `max` texts that were requested last. */
export function rememberLast(max: number, make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  return (text) => {
    const result = made.get(text) ?? make(text);
    made.delete(text);
    made.set(text, result);
    const [oldest = ''] = made.keys();
    if (made.size > max) made.delete(oldest);
    return result;
  };
}
