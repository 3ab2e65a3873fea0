import './kit/tokens.css';
import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './frame/Console.tsx';
import { noteUse } from './net/last-use.ts';

noteUse();
// The console speaks English alone: its messages stand in the sources.
i18n.setMessagesCompiler(compileMessage);
i18n.loadAndActivate({ locale: 'en', messages: {} });
const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5_000 } } });
const root = document.getElementById('root');
if (!root) throw new Error('the document has no root');
createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <Console />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
