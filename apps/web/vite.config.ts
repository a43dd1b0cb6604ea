import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const SERVER = process.env['PORTAL_DEV_SERVER'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
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
              test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
            },
            // Includes the configuration, which must run before the first schema is created.
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|zod-without-eval/ },
            { name: 'live', test: /node_modules[\\/](socket\.io|engine\.io)/ },
            // Only charts of many series need d3-voronoi, and load it later.
            { name: 'charts', test: /node_modules[\\/](@visx[\\/](?!voronoi)|d3-(?!voronoi))/ },
          ],
        },
      },
    },
  },
});
