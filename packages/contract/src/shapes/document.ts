/**
 * The text of an agreement or a stored contract, which its URL answers to `Accept: application/json`. `html` has tables,
 * paragraphs and one footer; the title is plain text.
 */
export interface DocumentText {
  readonly title: string;
  readonly html: string;
}
