// Runs in the page before its own scripts. Records paints, layout shifts, long tasks, when the awaited text is shown, and
// when the page's script last made an element react to taps.
(() => {
  const seen = { firstPaint: 0, fcp: 0, lcp: 0, lcpText: '', shifts: [], tasks: [], data: 0, reacting: 0 };
  window.hiramBench = seen;
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('paint', (entry) => {
    seen[entry.name === 'first-paint' ? 'firstPaint' : 'fcp'] = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
    seen.lcpText = (entry.element?.textContent ?? '').slice(0, 60);
  });
  watch('layout-shift', (entry) => {
    if (entry.hadRecentInput) return;
    const moved = entry.sources.map(({ node }) => String(node?.className || node?.nodeName));
    seen.shifts.push({ at: entry.startTime, value: entry.value, moved });
  });
  watch('longtask', (entry) => seen.tasks.push({ at: entry.startTime, ms: entry.duration }));

  const add = EventTarget.prototype.addEventListener;
  let pending = false;
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    add.call(this, type, ...rest);
    if (type !== 'click' || !(this instanceof Element) || pending) return;
    // The page reacts when the task that adds the listeners is over.
    pending = true;
    setTimeout(() => {
      pending = false;
      seen.reacting = performance.now();
    });
  };

  // The benchmark sets the awaited text before this script.
  const shown = () =>
    (document.getElementById('root') ?? document.body)?.textContent?.includes(window.hiramAwaits);
  const mutations = new MutationObserver(() => {
    if (!shown()) return;
    mutations.disconnect();
    // When the frame after the next one starts, the text is on the screen.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        seen.data = performance.now();
        console.debug('hiram: shown');
      }),
    );
  });
  mutations.observe(document, { childList: true, subtree: true, characterData: true });
})();
