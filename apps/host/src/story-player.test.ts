import { expect, test } from 'vitest';
import { createPlayer, type Hold, type Progress, type Step } from './story-player.ts';

/** Steps that note their names, and holds that end only by a call. */
function story(names: readonly string[], failing = '') {
  const ran: string[] = [];
  const seen: Progress[] = [];
  const ends: (() => void)[] = [];
  const hold: Hold = () => {
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    ends.push(end);
    return { over, end };
  };
  const steps = names.map(
    (title): Step => ({
      title,
      caption: '',
      behind: '',
      holdMs: 1,
      run: async () => {
        ran.push(title);
        if (title === failing) throw new Error('The offer has changed.');
      },
    }),
  );
  const player = createPlayer(steps, (progress) => seen.push(progress), hold);
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return { player, ran, seen, settle, endHold: () => ends[ends.length - 1]?.() };
}

test('the story plays its steps one after the other, ends, and starts again', async () => {
  const { player, ran, settle, endHold } = story(['home', 'payout']);
  player.play();
  await settle();
  expect(ran).toEqual(['home']);
  endHold();
  await settle();
  expect(ran).toEqual(['home', 'payout']);
  expect(player.progress).toEqual({ state: 'ended', position: 1, isWorking: false });
  player.play();
  await settle();
  expect(ran).toEqual(['home', 'payout', 'home']);
});

test('a person pauses the story, takes single steps and plays on from there', async () => {
  const { player, ran, settle } = story(['home', 'confirm', 'payout', 'late']);
  player.play();
  await settle();
  player.pause();
  await settle();
  expect(player.progress).toEqual({ state: 'paused', position: 0, isWorking: false });
  player.next();
  await settle();
  expect(ran).toEqual(['home', 'confirm']);
  expect(player.progress.state).toBe('paused');
  player.play();
  await settle();
  expect(ran).toEqual(['home', 'confirm', 'payout']);
});

test('a step that fails pauses the story and tells why', async () => {
  const { player, settle } = story(['home', 'confirm'], 'home');
  player.play();
  await settle();
  expect(player.progress).toMatchObject({ state: 'paused', position: 0, error: 'The offer has changed.' });
});
