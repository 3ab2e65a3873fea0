import { button, element } from './element.ts';
import { createPlayer, type Progress } from './story-player.ts';
import { type Stage, storySteps } from './story-steps.ts';

/** The guided story: captions, its steps, and the buttons that play, pause and take over. */
export function createStoryPanel(stage: Stage, showNotice: (text: string) => void): HTMLElement {
  const steps = storySteps(stage);
  const count = element('p', { class: 'count' });
  const caption = element('p', { class: 'caption' });
  const behind = element('p', { class: 'behind' });
  caption.setAttribute('aria-live', 'polite');
  const list = element('ol', { class: 'steps', label: 'Steps' });
  list.append(...steps.map(({ title }) => element('li', {}, title)));

  const player = createPlayer(steps, show);
  const playButton = button(
    '',
    () => (player.progress.state === 'playing' ? player.pause() : player.play()),
    'main',
  );
  const nextButton = button('Next step', () => player.next());

  function show(progress: Progress): void {
    const { state, position, isWorking, error } = progress;
    const step = steps[position];
    count.textContent = step ? `Step ${position + 1} of ${steps.length}` : 'A loan’s life in a minute';
    caption.textContent =
      step?.caption ??
      'From the offer to the last payment, by itself: real calls, a real ledger, signed webhooks.';
    behind.textContent = step?.behind ?? 'Pause at any step, take the phone, and go on by hand.';
    playButton.textContent = playText(progress);
    nextButton.hidden = state === 'playing';
    nextButton.disabled = isWorking;
    for (const [index, item] of [...list.children].entries()) {
      item.classList.toggle('done', index < position || state === 'ended');
      if (index === position) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    }
    if (state === 'paused' && isWorking) showNotice('One moment: this step is ending.');
    else if (state === 'paused')
      showNotice(error ?? 'Paused. The phone is yours; the story goes on from what you did.');
    else if (state === 'playing') showNotice('');
  }

  show(player.progress);
  return element(
    'section',
    { class: 'story' },
    count,
    caption,
    behind,
    element('div', { class: 'row' }, playButton, nextButton),
    list,
  );
}

function playText({ state, position }: Progress): string {
  if (state === 'playing') return 'Pause and take over';
  if (state === 'ended') return 'Play again';
  return position < 0 ? 'Play the story' : 'Go on';
}
