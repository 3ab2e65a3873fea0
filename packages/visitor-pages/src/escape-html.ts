/**
 * Escapes text for HTML content and for attribute values: the five characters that could end either become numeric
 * references. Stored agreements contain this output and are compared by digest, so it must not change.
 */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
