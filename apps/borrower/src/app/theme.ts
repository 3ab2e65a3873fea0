export type Theme = 'light' | 'dark' | 'system';

const yearSeconds = 365 * 86_400;

/** The theme that this phone was told to use; the page's inline script sets it before anything is painted. */
export function currentTheme(): Theme {
  const set = document.documentElement.getAttribute('data-theme');
  return set === 'light' || set === 'dark' ? set : 'system';
}

/** Changes the theme at once and for later pages. It is kept in a cookie, since the local storage is cleared at times (CMP-12). */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', theme);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is younger than our oldest engine
  document.cookie = themeCookie(theme, location.protocol === 'https:');
}

/** Over TLS it is this host's alone, and never travels without. It holds nothing but the theme. */
export function themeCookie(theme: Theme, https: boolean): string {
  const age = theme === 'system' ? 0 : yearSeconds;
  const [prefix, secure] = https ? ['__Host-', '; Secure'] : ['', ''];
  return `${prefix}hiram_theme=${theme}; path=/; max-age=${age}; SameSite=Lax${secure}`;
}
