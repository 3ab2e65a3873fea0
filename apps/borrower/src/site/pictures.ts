import cost from './pictures/cost.svg';
import hero from './pictures/hero.svg';
import people from './pictures/people.svg';
import repay from './pictures/repay.svg';
import steps from './pictures/steps.svg';

/** The site's drawings (SITE-02) with their sizes, which reserve space before they load. */
export const pictures = {
  hero: { src: hero, width: 720, height: 480 },
  steps: { src: steps, width: 720, height: 420 },
  cost: { src: cost, width: 720, height: 420 },
  repay: { src: repay, width: 720, height: 420 },
  people: { src: people, width: 720, height: 420 },
} as const;
