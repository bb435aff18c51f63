import { controls } from '../../src/suite.ts';

export const { requireRightCode, sharedUser } = controls;
