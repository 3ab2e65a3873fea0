import { element } from './element.ts';

const themes = { system: 'System', light: 'Light', dark: 'Dark' } as const;

/** Chooses the theme of this page. The app in the phone has its own, in its settings. */
export function createTheme(): HTMLElement {
  const theme = element(
    'select',
    { label: 'Theme' },
    ...Object.entries(themes).map(([value, name]) => new Option(name, value)),
  );
  theme.addEventListener('change', () => {
    document.documentElement.dataset.theme = theme.value;
  });
  return theme;
}
