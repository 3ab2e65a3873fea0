/*
 * The inline script that a browser's first document has more than the others: it runs the scripts that the document brings.
 */

declare global {
  interface Window {
    hiramRunBrought?: (start: string) => void;
  }
}

/** Milliseconds for which scripts that the document brought wait for a view that comes behind them. */
const viewFirstMs = 300;
/** Milliseconds after which a paint is assumed: a page in the background paints nothing. */
const paintMs = 200;

/** Calls `then` when the phone has painted. It may be called twice. */
function afterPaint(then: () => void): void {
  requestAnimationFrame(() => setTimeout(then));
  setTimeout(then, paintMs);
}

/**
 * Runs the scripts that the document brought (`build/packed-scripts.ts`) when the phone has painted the view: what is read first
 * is shown first. The elements' type keeps the phone from compiling them before. A slow answer is not waited for. A document that
 * was cut before its scripts loads `start`, the page's start script, as a file.
 */
window.hiramRunBrought = (start) => {
  let isPainted = false;
  let hasArrived = false;
  let hasBegun = false;
  const loadStart = () => {
    if (window.hiramStarted) return;
    const script = document.createElement('script');
    script.type = 'module';
    script.src = start;
    document.head.appendChild(script);
  };
  const run = () => {
    if (!hasArrived || !isPainted || hasBegun) return;
    hasBegun = true;
    const scripts = Array.from(document.querySelectorAll('.hiram-scripts'));
    // Each in a task of its own.
    const runNext = () => {
      const brought = scripts.shift();
      if (!brought) return loadStart();
      const script = document.createElement('script');
      script.textContent = brought.textContent;
      document.head.appendChild(script);
      setTimeout(runNext);
    };
    setTimeout(runNext);
  };
  window.hiramPainted = (then) =>
    afterPaint(() => {
      isPainted = true;
      then();
      run();
    });
  window.hiramPacked = () => {
    hasArrived = true;
    run();
    setTimeout(() => {
      isPainted = true;
      run();
    }, viewFirstMs);
  };
  document.addEventListener('DOMContentLoaded', () => {
    isPainted = isPainted || !window.hiramFirst?.shown;
    run();
    if (!hasArrived) loadStart();
  });
};

export {};
