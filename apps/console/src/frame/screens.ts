import type { Screen } from '../app/screen.ts';
import { approvalScreens } from '../approval/screens.ts';
import { booksScreens } from '../books/screens.ts';
import { borrowerScreens } from '../borrower/screens.ts';
import { collectionsScreens } from '../collections/screens.ts';
import { complaintScreens } from '../complaint/screens.ts';
import { coverageScreens } from '../coverage/screens.ts';
import { decisionScreens } from '../decision/screens.ts';
import { dutyScreens } from '../duty/screens.ts';
import { feedScreens } from '../feed/screens.ts';
import { funnelScreens } from '../funnel/screens.ts';
import { loanScreens } from '../loan/screens.ts';
import { moneyInScreens } from '../money-in/screens.ts';
import { moneyOutScreens } from '../money-out/screens.ts';
import { officerScreens } from '../officer/screens.ts';
import { policyScreens } from '../policy/screens.ts';
import { portfolioScreens } from '../portfolio/screens.ts';
import { reconcileScreens } from '../reconcile/screens.ts';
import { staffScreens } from '../staff/screens.ts';
import { strategyScreens } from '../strategy/screens.ts';
import { trailScreens } from '../trail/screens.ts';
import { workScreens } from '../work/screens.ts';

/** Every screen, in the order of the navigation. */
export const screens: readonly Screen[] = [
  ...workScreens,
  ...approvalScreens,
  ...coverageScreens,
  ...borrowerScreens,
  ...loanScreens,
  ...collectionsScreens,
  ...complaintScreens,
  ...decisionScreens,
  ...officerScreens,
  ...moneyInScreens,
  ...moneyOutScreens,
  ...reconcileScreens,
  ...booksScreens,
  ...portfolioScreens,
  ...policyScreens,
  ...strategyScreens,
  ...funnelScreens,
  ...dutyScreens,
  ...feedScreens,
  ...trailScreens,
  ...staffScreens,
];
