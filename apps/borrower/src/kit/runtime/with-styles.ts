/** By address, the stylesheets that this page has loaded or loads. */
const loading: Record<string, Promise<unknown> | undefined> = {};

function loadStyles(file: string): Promise<unknown> {
  const href = `/${file}`;
  const known = loading[href];
  if (known) return known;
  // The document marks its own styles by such an element.
  const isBrought = document.querySelector(`link[href="${href}"]`) !== null;
  const arrived = isBrought ? Promise.resolve() : requestStyles(href);
  loading[href] = arrived;
  return arrived;
}

function requestStyles(href: string): Promise<unknown> {
  const link = document.createElement('link');
  const arrived = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      // The next import requests it again.
      delete loading[href];
      link.remove();
      reject(new Error(href));
    };
  });
  link.rel = 'stylesheet';
  link.href = href;
  document.head.appendChild(link);
  return arrived;
}

let loadTexts: () => Promise<unknown> = () => Promise.resolve();

/** From now on every import waits for this: what a module shows may name texts that the page does not have yet. */
export function waitForTexts(load: typeof loadTexts): void {
  loadTexts = load;
}

/**
 * Imports a module and waits for its stylesheets and texts. The build calls it for every dynamic import, in place of the bundler's
 * function, which also knows scripts and relative addresses: that one costs every page 0.4 kB and the phone 13 ms.
 */
export function withStyles<Module>(
  importIt: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  return Promise.all([importIt(), loadTexts(), ...files.map(loadStyles)]).then(([module]) => module);
}
