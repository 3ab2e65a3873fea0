/** The JSON of a document's element. */
export function readJson<T>(id: string): T {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}
