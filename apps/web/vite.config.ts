import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const SERVER = process.env['PORTAL_DEV_SERVER'] ?? 'http://127.0.0.1:3000';

/** Modules of libraries that the client loads but never calls, and what stands for them. */
const UNUSED_MODULES: readonly (readonly [file: RegExp, source: string])[] = [
  // The client writes no JSON schemas. Each schema of zod creates the methods for them. Without them
  // the built client cannot read `minValue`, `maxLength` and the like of a schema.
  [
    /\/zod\/v4\/core\/to-json-schema\.js$/,
    [
      'const none = () => undefined;',
      'export const createToJSONSchemaMethod = none, createStandardJSONSchemaMethod = none;',
      'export const initializeContext = none, process = none, extractDefs = none, finalize = none;',
      'export const processSchema = none, handleUnrepresentable = none;',
    ].join('\n'),
  ],
  [
    /\/zod\/v4\/core\/json-schema-processors\.js$/,
    'export const toJSONSchema = undefined, allProcessors = {};',
  ],
  // The axes of the charts have plain labels; visx measures and wraps only its own.
  [/\/reduce-css-calc\/index\.js$/, 'export default (text) => text;'],
];

function leaveOutUnused(): Plugin {
  return {
    name: 'leave-out-unused',
    apply: 'build',
    enforce: 'pre',
    load: (id) => UNUSED_MODULES.find(([file]) => file.test(id))?.[1],
  };
}

export default defineConfig({
  plugins: [react(), leaveOutUnused()],
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
    // `npm run check` weighs the screens by it.
    manifest: true,
    rolldownOptions: {
      output: {
        // Dependencies that change rarely are in their own chunks. Pages are split by the router's
        // lazy routes; charts and sockets load on demand.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              priority: 2,
              test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
            },
            // Includes the configuration, which must run before the first schema is created.
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|zod-without-eval/ },
            { name: 'live', test: /node_modules[\\/](socket\.io|engine\.io)/ },
            // Doughnuts and sparklines need no axes and no scales.
            {
              name: 'shapes',
              priority: 1,
              test: /node_modules[\\/](@visx[\\/](shape|curve|group)|d3-(shape|path))[\\/]/,
            },
            // Only charts of many series need d3-voronoi, and load it later.
            { name: 'charts', test: /node_modules[\\/](@visx[\\/](?!voronoi)|d3-(?!voronoi))/ },
          ],
        },
      },
    },
  },
});
