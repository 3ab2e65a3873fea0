/*
 * The inline script behind the skeleton of every screen's document. The phone runs it while the screen's scripts are on their
 * way: it requests the screen's texts and sends its first call.
 */
import { beginFirstCall } from './first-call.ts';
import { preparePageKey } from './page-key.ts';
import type { PagePlan, Query, StartSettings } from './page-plan.ts';
import { readQuery } from './query.ts';
import { readJson } from './read-json.ts';
import { watchScripts } from './reload-once.ts';

declare global {
  interface Window {
    /** Called by the document behind the first view and its answer. */
    hiramShow?: () => void;
    /** Calls back when the phone has painted the view. Only where the document brings its scripts. */
    hiramPainted?: (then: () => void) => void;
    /** Called by the document behind the scripts that it brings. */
    hiramPacked?: () => void;
  }
}

/** A tap on a button of the first view waits for the app. A link works without it. */
function rememberTaps(): void {
  let tapped: HTMLButtonElement | null = null;
  const remember = ({ target }: Event) => {
    tapped = target instanceof Element ? target.closest('button') : null;
  };
  document.addEventListener('click', remember, true);
  window.hiramTapAgain = () => {
    if (tapped?.isConnected) tapped.click();
  };
}

/** The files of the screen's texts (`PagePlan.texts`) in the requested language, else in the brand's default. */
function textsOf({ texts }: PagePlan, query: Query, { languages }: StartSettings): readonly string[] {
  const code = (query.lang ?? '').toLowerCase().replace(/[-_].*/, '');
  const language = code === 'tl' ? 'fil' : code;
  const chosen = languages.indexOf(language) < 0 ? languages[0] : language;
  return (chosen && texts[chosen]) || texts.en || [];
}

/**
 * Requests the scripts that the page needs besides those that its markup names, or marks the document's
 * stylesheets as present, so that the loader of a screen's chunk does not fetch them again. In the markup, a
 * browser's preload scanner may fetch them although they are disabled.
 */
function addLinks(rel: 'modulepreload' | 'stylesheet', files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement('link');
    if (rel === 'stylesheet') link.setAttribute('disabled', '');
    link.rel = rel;
    link.href = file;
    document.head.appendChild(link);
  }
}

function start(): void {
  const plan = readJson<PagePlan>('hiram-page');
  const settings = readJson<StartSettings>('hiram');
  const query = readQuery(location.search);
  watchScripts();
  if (query.appName !== settings.brand) delete query.appName;
  if (!query.appName && settings.appName) query.appName = settings.appName;
  preparePageKey();
  rememberTaps();
  window.hiramTexts = plan.texts;
  const called = document.documentElement.getAttribute('data-called');
  const isSpecified = settings.market === 'spec' || /^(zh|id)\b/i.test(query.lang ?? '');
  // A browser's first document brings its scripts and texts.
  if (window.hiramRunBrought) window.hiramRunBrought(plan.start);
  else {
    const [firstTexts = '', ...laterTexts] = textsOf(plan, query, settings);
    addLinks('modulepreload', [
      firstTexts,
      // With a first view of the server they are requested when it works, and leave the line to the view's scripts.
      ...(called === null ? [...laterTexts, ...plan.later] : []),
      ...(isSpecified ? [plan.specified] : []),
    ]);
  }
  addLinks('stylesheet', plan.styles);
  if (plan.call) beginFirstCall(plan.call, query, settings);
}

// An engine that is too old shows the notice (`before-paint.ts`).
if (document.documentElement.className === '') start();
