import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { gzipped } from './build/gzipped.js';

/** `vite` alone serves the console for whoever works on it, with the API of a Parley that runs beside it. */
export default defineConfig({
  // It works below any path: nothing in it knows where it is served.
  base: './',
  plugins: [react(), gzipped()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
