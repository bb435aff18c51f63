/** What judges a mutant: the unit tests beside the code that is mutated, nothing that runs a server. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/{core,oracles}/**/*.test.ts', 'src/log/{change/growth,relations/controlled-read}.test.ts'],
    testTimeout: 10_000,
  },
});
