import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import brand from '../../../brands/ph/brand.json';
import { Toaster } from '../src/kit/feedback/Toaster.tsx';
import '../src/kit/layout/tokens.css';
import '../../../tools/gallery/gallery.css';
import * as controls from './controls.tsx';
import * as dialogs from './dialogs.tsx';
import * as feedback from './feedback.tsx';
import * as layout from './layout.tsx';

/** A page a component, with its states. */
const pages: Readonly<Record<string, () => ReactNode>> = { ...controls, ...dialogs, ...feedback, ...layout };

/** Sets the colours and the corners as the server writes them into a document. */
function applyBrand(): void {
  const { light, dark } = brand.colours;
  const rules = (values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';');
  const { radius, type } = brand.look;
  const corners = rules({
    radius: `${radius.card}px`,
    'radius-button': `${radius.button}px`,
    'radius-field': `${radius.field}px`,
    'radius-pill': `${radius.pill}px`,
    'display-weight': `${type.weight}`,
    'heading-weight': `${type.headings}`,
  });
  const style = document.createElement('style');
  style.textContent = `:root{color-scheme:light;${corners};${rules(light)}}@media(prefers-color-scheme:dark){:root{color-scheme:dark;${rules(dark)}}}`;
  document.head.append(style);
}

applyBrand();
const { [new URLSearchParams(location.search).get('page') ?? '']: Page } = pages;
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      {Page ? (
        <main style={{ padding: 16 }}>
          <Page />
        </main>
      ) : (
        <nav aria-label="Gallery">
          {Object.keys(pages).map((name) => (
            <p key={name}>
              <a href={`?page=${name}`}>{name}</a>
            </p>
          ))}
        </nav>
      )}
      <Toaster />
    </StrictMode>,
  );
