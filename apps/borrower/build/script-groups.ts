import { basename } from 'node:path';

/**
 * The modules of the shared bundle: libraries and the code that every page needs. Modules for a few screens, or only
 * needed after a tap, are excluded: dialogs, pictures, contact links, the chosen amount, the theme switch, the device report, what the phone keeps.
 */
const sharedModules =
  /node_modules\/(?!@noble)|vite\/|rolldown|borrower\/src\/(main|app\/\w+\/(?!page-bridge|month-names|useChosenAmount|theme|kept-names|sign-out|choose-language|language-cookie|Contacts)|net\/\w+\/(?!useKeptCall|mask-table|solve-challenge|has-own|upload|usePictures|shrink-picture|save-device|kept-)|i18n\/(?!catalogues|specified)|shell|kit\/\w+\/(small-react|Screen|Card|Button\.|States|Icon|[tT]oaster|back|tokens|later|with-styles)|art\/(Scene|EmptyArt|BrandArt)|lending\/(order-status|quote-words|LatePill)|kit\/\w+\/(lazy-part|css-variables)|error\/ErrorScreen)|contract\/src\/\w+\/(context|envelope|modules)\.ts|bridge\/src\/detect|loan\/src\/values\/format/;

/** Modules that a page needs when its first view is there, or before it renders without one: failures, and sending and reading calls. */
const laterModules =
  /borrower\/src\/(net\/\w+\/(transport|FailedCall|small-valibot|mask\.ts|load-answer|share-equal|say-failure|failure-text)|art\/LostArt|app\/\w+\/(leave\.ts|page-key)|kit\/\w+\/Waiting)|contract\/src\/\w+\/(call|fields|masked|wire)\.ts/;

/** Modules that a page needs when it has rendered: other screens, messages, and the replacement of a broken view. */
const afterModules =
  /borrower\/src\/(LaterRoute|shell\/[sS]hells|error\/ErrorScreen|app\/\w+\/(NotLoaded|newer-build|OfflineNotice)|kit\/\w+\/Toaster)/;

/** Modules that some screens need after a tap. */
const tapModules =
  /borrower\/src\/(net\/\w+\/(count-event|load-ahead)|app\/\w+\/(confirm-event|bank-flow|outside-link))|contract\/src\/\w+\/tracking\.ts/;

const isShared = (id: string): boolean =>
  [laterModules, afterModules, tapModules].every((later) => !later.test(id)) && sharedModules.test(id);

/** The declarations of the entry screens' calls, which are loaded later too. */
const contractModules = /contract\/src\/\w+\/(home|order|repay|confirm)\.ts/;

const contractName = (id: string): string => `contract-${basename(id, '.ts')}`;

/** Modules that the screens of a loan share: together they compress better. */
const storyModules = /borrower\/src\/lending\/(LoanStory|Ring|story-steps|DuePill|FoldedDates)/;

/** Modules that home and an order share. */
const orderModules =
  /net\/\w+\/useKeptCall|borrower\/src\/((home\/Home|order\/Order)\.module|(home|order)\/calls)/;

/** Modules that the screens of repaying share. A phone requests six files at once: the others wait for a round trip more. */
const payingModules =
  /borrower\/src\/repay\/(Channel\.tsx|follow-pay-url|useStoredRepayment|calls|Repay\.module)/;

/** A typed field and its styles. */
const fieldModules =
  /borrower\/src\/(kit\/\w+\/(Field|format-input|Choice)|lending\/useTypedMoney)|loan\/src\/values\/parse/;

/** Modules that the screens of an offer share. */
const offerModules = /borrower\/src\/(lending\/(AmountStepper|lazy-reader)|app\/\w+\/useChosenAmount)/;

/** Modules that most screens share are one file: many small files compress worse and need a request each. */
export const scriptGroups = [
  { name: 'base', test: isShared, priority: 3 },
  // Failures and documents name contacts: neither may load the other.
  { name: 'contacts', test: /app\/host\/Contacts|visitor-pages\/src\/contacts/, priority: 2.5 },
  { name: 'later', test: laterModules, priority: 2 },
  { name: 'after', test: afterModules, priority: 2 },
  { name: 'taps', test: tapModules, priority: 1 },
  // A group takes what its modules import: what they share comes first. Home's takes the order's.
  {
    name: 'contract-loan',
    test: /contract\/src\/\w+\/(loan|milestone|order-status|recommended-product)\.ts/,
    priority: 1.2,
  },
  { name: contractName, test: contractModules, priority: 1 },
  { name: 'story', test: storyModules },
  { name: 'order', test: orderModules },
  { name: 'paying', test: payingModules },
  { name: 'field', test: fieldModules },
  { name: 'offer', test: offerModules },
  // What the phone keeps shows a time on every page: it must not load the screen that shows one too.
  { name: 'moments', test: /loan\/src\/values\/moments/ },
];
