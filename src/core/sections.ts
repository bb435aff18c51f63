/** The numbered sections of the specification with their titles; `intro` is the text before §1. */
export const sections: Readonly<Record<string, string>> = {
  intro: 'Introduction',
  '1': 'What the service does',
  '2': 'Resources and their fields',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '4.1': 'Create a common event',
  '4.2': 'Register an auth',
  '4.3': 'Verify a user of an auth',
  '4.4': 'Search the logs of a webhook',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
};

/** The sections in the order of the specification: an object would list its whole numbers first. */
export const sectionOrder: readonly string[] = Object.keys(sections).sort((a, b) => place(a) - place(b));

function place(section: string): number {
  return section === 'intro' ? 0 : Number(section);
}
