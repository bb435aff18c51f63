// The servers of test/targets that are Python scripts stand beside the compiled ones.
import { cpSync } from 'node:fs';

const scripts = 'test/targets/implementations/python';
cpSync(new URL(`../${scripts}`, import.meta.url), new URL(`../dist/${scripts}`, import.meta.url), { recursive: true });
