/** The body of an answer. Throws as soon as it is larger than `maxBytes`: no more of it is read. */
export async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('its answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
