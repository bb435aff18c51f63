import { expect, test } from 'vitest';
import { SuiteThread } from './suite-thread.ts';

const options = {} as never;

test('vitest is told why the thread ended before it was asked to start', async () => {
  const thread = new SuiteThread();
  const worker = thread.pool.createPoolWorker(options);
  const ended = new Promise((resolve) => worker.on('exit', resolve));
  await thread.close();
  await ended;
  await expect(worker.start()).rejects.toThrow('the thread of the checks has ended');
});

test('the pool of vitest is the one thread that was started', async () => {
  const thread = new SuiteThread();
  try {
    const { name, createPoolWorker } = thread.pool;
    expect(createPoolWorker(options).name).toBe(name);
  } finally {
    await thread.close();
  }
});

test('a thread may be closed twice', async () => {
  const thread = new SuiteThread();
  await thread.close();
  await expect(thread.close()).resolves.toBeUndefined();
});
