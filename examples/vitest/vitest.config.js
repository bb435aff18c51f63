import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Epics, severities, links, steps and evidence appear in Allure by themselves: `npx allure open allure-results`.
    reporters: ['default', 'allure-vitest/reporter', ['junit', { outputFile: 'junit.xml' }]],
  },
});
