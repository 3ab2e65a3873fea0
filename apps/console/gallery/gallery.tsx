import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Toasts } from '../src/kit/toast.tsx';
import '../src/kit/tokens.css';
import '../../../tools/gallery/gallery.css';
import * as controls from './controls.tsx';
import * as showing from './showing.tsx';

/** A page a component, with its states. */
const pages: Readonly<Record<string, () => ReactNode>> = { ...controls, ...showing };

i18n.loadAndActivate({ locale: 'en', messages: {} });
const { [new URLSearchParams(location.search).get('page') ?? '']: Page } = pages;
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <Toasts label="Messages">
          {Page ? (
            <main style={{ padding: 24 }}>
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
        </Toasts>
      </I18nProvider>
    </StrictMode>,
  );
