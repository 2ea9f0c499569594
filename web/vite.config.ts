import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/croupier/web", emptyOutDir: true },
  // `vite dev` beside a running floor: pages reload as they are edited, everything else comes from the floor.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
