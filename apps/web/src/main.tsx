import './lib/zod-without-eval';
import './ui/fonts.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Providers } from './app/providers';
import { createRouter } from './app/router';
import { followTranslation } from './lib/translated-text';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

followTranslation(document.body);
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={createRouter()} />
    </Providers>
  </StrictMode>,
);
