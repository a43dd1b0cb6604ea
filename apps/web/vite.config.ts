import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { hashFirstPaint } from './build/first-paint.ts';
import { materialIcons } from './build/icons.ts';
import { writePageFiles } from './build/page-files.ts';
import { leaveOutUnused } from './build/unused-modules.ts';

const SERVER = process.env['PORTAL_DEV_SERVER'] ?? 'http://127.0.0.1:3000';

/** Every signed-in screen loads them; wall mode is loaded when a user enters it. */
const SIGNED_IN =
  /src[\\/](app[\\/](shell[\\/](?!wall-frame)|guard|query-scope|palette[\\/]palette-button|admin[\\/]admin-layout)|live[\\/]|ui[\\/](toaster|wall-mode))/;
/** Several pages with numbers of a project have them. */
const STATISTICS =
  /src[\\/](entities[\\/]batches|ui[\\/](date-filter|statistics|metric|copy|refresh|section|card|project-line))/;

export default defineConfig({
  plugins: [react(), materialIcons(), leaveOutUnused(), writePageFiles(), hashFirstPaint()],
  resolve: {
    // Workspace libraries are read from their sources, so no build is needed before.
    conditions: ['source', 'module', 'browser', 'development|production'],
  },
  server: {
    proxy: {
      '/api': SERVER,
      '/media': SERVER,
      '/socket.io': { target: SERVER, ws: true },
    },
  },
  test: { setupFiles: ['src/testing/setup.ts'] },
  build: {
    target: 'es2022',
    sourcemap: true,
    // The icon too has a name with a hash, and stays in the cache.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Few files, so that a screen far from the server is complete after few round trips. A group takes
        // what its modules import, unless a group above has it; so no two files import each other. See
        // docs/adr/0149. Numbers are those of lazily loaded modules that share a module.
        codeSplitting: {
          groups: [
            { name: 'entry', priority: 10, tags: ['$initial'] },
            { name: 'signed-in', priority: 9, test: SIGNED_IN },
            {
              name: 'tables',
              priority: 8,
              test: /node_modules[\\/]@tanstack[\\/](table|react-table)/,
            },
            // Pages that everybody opens choose from no long list and switch nothing: that comes with the inputs.
            // Charts come with the pages that draw.
            {
              name: 'common',
              priority: 7,
              test: /^(?!.*[\\/]((use)?Autocomplete|Radio|RadioGroup|Switch|charts|@visx|d3-\w+)[\\/])/,
              minShareCount: 9,
            },
            // Numbers that open their tasks, with the links of tasks: many pages have both.
            {
              name: 'task-numbers',
              priority: 6,
              test: /src[\\/]entities[\\/]tasks[\\/]/,
              minShareCount: 5,
            },
            {
              name: 'icons',
              priority: 6,
              test: /^~icons\//,
              minShareCount: 2,
            },
            // They need no axes and no scales.
            {
              name: 'shapes',
              priority: 5,
              test: /src[\\/]charts[\\/](sparkline|doughnut|progress-ring)/,
            },
            { name: 'charts', priority: 4, test: /src[\\/]charts[\\/]/, minShareCount: 3 },
            { name: 'statistics', priority: 3, test: STATISTICS, minShareCount: 2 },
            // Parts of cards, each too small for a file of its own.
            {
              name: 'cards',
              priority: 3,
              test: /src[\\/]ui[\\/](drawn-block|chart-empty|rate-color|goal-bar)/,
              minShareCount: 2,
            },
            // Not only lists are searched.
            { name: 'search', priority: 2, test: /src[\\/]ui[\\/]inputs[\\/]search-field/ },
            {
              name: 'lists',
              priority: 1,
              test: /src[\\/](lists|tables)[\\/]/,
              minShareCount: 4,
            },
            {
              name: 'inputs',
              test: /src[\\/]ui[\\/](inputs|dialogs|pickers)[\\/]/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
});
