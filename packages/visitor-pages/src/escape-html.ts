/** Text as HTML content or as the value of an attribute: the characters that could end either become references. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
