export type Theme = 'light' | 'dark' | 'system';

const yearSeconds = 365 * 86_400;

/** The theme chosen on this phone. The page's inline script applies it before the first paint. */
export function currentTheme(): Theme {
  const set = document.documentElement.getAttribute('data-theme');
  return set === 'light' || set === 'dark' ? set : 'system';
}

/**
 * Changes the theme now and for later pages. It is stored in a cookie, because local storage is cleared after a
 * complaint (CMP-12).
 */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', theme);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is newer than our oldest engine
  document.cookie = themeCookie(theme, location.protocol === 'https:');
}

/**
 * The cookie that stores the theme. Over TLS it is bound to this host and is sent only over TLS. It contains nothing
 * else.
 */
export function themeCookie(theme: Theme, https: boolean): string {
  const age = theme === 'system' ? 0 : yearSeconds;
  const [prefix, secure] = https ? ['__Host-', '; Secure'] : ['', ''];
  return `${prefix}hiram_theme=${theme}; path=/; max-age=${age}; SameSite=Lax${secure}`;
}
