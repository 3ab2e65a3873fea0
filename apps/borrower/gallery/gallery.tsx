import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import brand from '../../../brands/spec/brand.json';
import { Toaster } from '../src/kit/feedback/Toaster.tsx';
import '../src/kit/layout/tokens.css';
import { Forms } from './Forms.tsx';
import { Layers } from './Layers.tsx';
import { Pictures } from './Pictures.tsx';
import { Showing } from './Showing.tsx';
import { Waiting } from './Waiting.tsx';

const pages: Readonly<Record<string, () => ReactNode>> = {
  showing: Showing,
  forms: Forms,
  layers: Layers,
  waiting: Waiting,
  pictures: Pictures,
};

/** Sets the colours as the server writes them into a document; `?theme=dark` and `?theme=light` override the system's theme. */
function paint(): void {
  const rules = (colours: Readonly<Record<string, string>>) =>
    Object.entries(colours)
      .map(([role, colour]) => `--${role}:${colour}`)
      .join(';');
  const { light, dark } = brand.colours;
  const style = document.createElement('style');
  style.textContent = [
    `:root{color-scheme:light;${rules(light)}}`,
    `@media(prefers-color-scheme:dark){:root{color-scheme:dark;${rules(dark)}}}`,
    `:root[data-theme=light]{color-scheme:light;${rules(light)}}`,
    `:root[data-theme=dark]{color-scheme:dark;${rules(dark)}}`,
    'nav{display:flex;flex-wrap:wrap;max-width:480px;margin:0 auto;padding:0 16px}nav a{padding:12px 12px 12px 0}',
  ].join('');
  document.head.append(style);
  const query = new URLSearchParams(location.search);
  const theme = query.get('theme');
  if (theme) document.documentElement.setAttribute('data-theme', theme);
  const size = query.get('size');
  if (size) document.documentElement.style.fontSize = `${size}%`;
}

paint();
const wanted = new URLSearchParams(location.search).get('page') ?? 'showing';
const Page = pages[wanted] ?? Showing;
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Page />
      <nav aria-label="Gallery">
        {Object.keys(pages).map((page) => (
          <a key={page} href={`?page=${page}`}>
            {page}
          </a>
        ))}
      </nav>
      <Toaster />
    </StrictMode>,
  );
