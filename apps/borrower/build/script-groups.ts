import { basename } from 'node:path';

/**
 * The modules of the shared bundle: libraries and the code that every page needs. Modules for a few screens,
 * or only needed after a tap, are excluded: dialogs, pictures, contact links, the chosen amount, the theme
 * switch, the choice of a language, the device report, what the phone caches.
 */
const sharedModules =
  /node_modules\/(?!@noble)|vite\/|rolldown|borrower\/src\/(main|app\/\w+\/(?!page-bridge|prompt-entry|confirm-event|bank-flow|outside-link|month-names|useChosenAmount|theme|cache-names|sign-out|choose-language|language-cookie|Contacts)|net\/\w+\/(?!useCachedCall|count-event|load-ahead|send-once|mask-table|solve-challenge|has-own|upload|usePictures|shrink-picture|save-device|answer-cache|cached-answers|last-known-mark|page-cache)|i18n\/(?!catalogues|specified|OtherLanguages|open-in-language)|shell|kit\/\w+\/(small-react|Screen|Card|Button\.|States|Icon|back|tokens|later|with-styles)|art\/(Scene|EmptyArt|BrandArt)|lending\/order-status|kit\/\w+\/(lazy-part|css-variables)|error\/ErrorScreen)|contract\/src\/\w+\/(context|envelope|modules)\.ts|bridge\/src\/detect|loan\/src\/values\/format/;

/**
 * Modules that a page needs when its first view is there, or before it renders without one: failures, and
 * sending and reading calls.
 */
const laterModules =
  /borrower\/src\/(net\/\w+\/(transport|FailedCall|small-valibot|mask\.ts|load-answer|share-equal|say-failure|failure-text|send-once)|art\/LostArt|app\/\w+\/(leave\.ts|page-key)|kit\/\w+\/Waiting)|contract\/src\/\w+\/(call|fields|masked|wire)\.ts/;

/** Modules that a page needs when it has rendered: other screens, messages, and the replacement of a broken view. */
const afterModules =
  /borrower\/src\/(LaterRoute|shell\/[sS]hells|error\/ErrorScreen|app\/\w+\/(NotLoaded|newer-build|OfflineNotice|outside-link)|kit\/\w+\/Toaster)/;

/** Modules that the screens of a loan share: in files of their own they would compress worse. */
const storyModules =
  /borrower\/src\/lending\/(\w+\/)?(LoanStory|DuePill|FoldedDates|StoryBalance|story-steps)/;

const isShared = (id: string): boolean =>
  [laterModules, afterModules].every((later) => !later.test(id)) && sharedModules.test(id);

/**
 * Modules that most screens share are one file: many small files compress worse and need a request each. The bundler divides the
 * rest by which screens need it.
 */
export const scriptGroups = [
  { name: 'base', test: isShared, priority: 3 },
  // Failures and documents name contacts, and dialogs show messages in themselves: none of these may load the others.
  { name: 'contacts', test: /app\/host\/Contacts|visitor-pages\/src\/contacts/, priority: 2.5 },
  { name: 'toaster', test: /kit\/\w+\/(toaster|copy)/, priority: 2.5 },
  { name: 'later', test: laterModules, priority: 2 },
  { name: 'after', test: afterModules, priority: 2 },
  // The declarations of the entry screens' calls are loaded later too. Home's would take the order's: what
  // they share comes first.
  {
    name: 'contract-loan',
    test: /contract\/src\/shapes\/(loan|milestone|order-status|recommended-product)\.ts/,
    priority: 1.2,
  },
  {
    name: (id: string) => `contract-${basename(id, '.ts')}`,
    test: /contract\/src\/calls\/(home|order|repay|confirm)\.ts/,
    priority: 1,
  },
  // Pages without a drawing have it too.
  { name: 'late-pill', test: /lending\/LatePill/, priority: 1 },
  { name: 'story', test: storyModules },
];
