/** E-mail addresses, and telephone numbers with their country, as texts for people write them. */
const contact = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+\d[\d ]{6,16}\d)/;

/** A part of a text; with `href`, an e-mail address or a telephone number. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

/** A text in parts, so that its e-mail addresses and telephone numbers can be shown as links. */
export function contactParts(text: string): TextPart[] {
  // A split by a pattern with a group keeps what it found, at the odd places.
  return text
    .split(contact)
    .map((part, index) => (index % 2 === 1 ? { text: part, href: contactHref(part) } : { text: part }))
    .filter((part) => part.text !== '');
}

/** The address that writes to an e-mail address or dials a number. */
function contactHref(text: string): string {
  return text.charAt(0) === '+' ? `tel:${text.replace(/ /g, '')}` : `mailto:${text}`;
}
