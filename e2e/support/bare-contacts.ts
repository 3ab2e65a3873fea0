import type { Page } from '@playwright/test';

/** The e-mail addresses and telephone numbers on the page that cannot be tapped. What is typed into a field is no contact. */
export function bareContacts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    (() => {
      const found = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { parentElement, textContent } = texts.currentNode;
        if (parentElement.closest('a[href^="tel:"], a[href^="mailto:"], script, style, noscript, textarea')) continue;
        found.push(...(textContent.match(/[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+|\\+\\d[\\d ()-]{6,16}\\d|\\(0\\d\\)[\\d -]{6,}/g) || []));
      }
      return found;
    })()
  `);
}
