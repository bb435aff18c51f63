import { expect, test } from 'vitest';
import { Arbiter } from '../core/arbiter.ts';
import type { ThreadMessage, ThreadNews } from '../core/threads.ts';
import { ExclusiveLock } from './limits.ts';
import { Threads } from './threads.ts';

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

/** Threads of one run in this process, each with its lock, and the arbiter between them. */
function threadsOf(count: number) {
  const hears: ((message: ThreadMessage) => void)[] = [];
  const sayAll = (message: ThreadMessage, except?: number) => {
    for (const [index, hear] of hears.entries()) if (index !== except) setImmediate(() => hear(message));
  };
  const arbiter = new Arbiter(count, (message) => sayAll({ ...message, from: 'arbiter' }));
  const threads = Array.from({ length: count }, (_, index) => {
    const place = { channel: '', index, of: count };
    const heard: (ThreadNews | string)[] = [];
    const one = new Threads(place, {
      say: (message) => {
        setImmediate(() => arbiter.hear(message));
        sayAll(message, index);
      },
      listen: (hear) => hears.push(hear),
      close: () => {},
    });
    const lock = new ExclusiveLock(one);
    one.serve({
      pause: (reach, goOn) => lock.closeUntil(goOn, reach),
      hold: (over) => {
        heard.push('hold');
        void over.then(() => heard.push('over'));
      },
      hear: (news) => heard.push(news),
    });
    return { threads: one, lock, heard };
  });
  return { arbiter, threads };
}

type Lock = ExclusiveLock;

async function enter(lock: Lock, operation: 'logs' | 'register'): Promise<void> {
  for (let opened = lock.enter(operation); opened !== undefined; opened = lock.enter(operation)) await opened;
}

test('what runs alone in one thread meets no request of another', async () => {
  const { threads } = threadsOf(3);
  let inFlight = 0;
  let alone = 0;
  const problems: string[] = [];
  await Promise.all(
    threads.map(async ({ lock }) => {
      for (let request = 0; request < 30; request += 1) {
        if (request % 10 === 5)
          await lock.runAlone(async () => {
            alone += 1;
            if (inFlight > 0 || alone > 1) problems.push(`${inFlight} in flight, ${alone} alone`);
            await soon();
            if (inFlight > 0) problems.push(`${inFlight} in flight`);
            alone -= 1;
          });
        await enter(lock, 'logs');
        inFlight += 1;
        if (alone > 0) problems.push('sent beside exclusive work');
        await soon();
        inFlight -= 1;
        lock.leave('logs');
      }
    }),
  );
  expect(problems).toEqual([]);
});

test('other threads go on with operations beyond the reach', async () => {
  const { threads } = threadsOf(2);
  const [one, two] = threads as [(typeof threads)[0], (typeof threads)[0]];
  await one.lock.runAlone(async () => {
    await enter(two.lock, 'register');
    two.lock.leave('register');
    expect(two.lock.enter('logs')).toBeInstanceOf(Promise);
  }, 'logs');
});

test('threads begin a phase together; the end of a thread keeps nobody', async () => {
  const { threads, arbiter } = threadsOf(2);
  const order: string[] = [];
  const [one, two] = threads as [(typeof threads)[0], (typeof threads)[0]];
  const first = one.threads.begin(1).then(() => order.push('first'));
  await soon();
  order.push('second');
  await two.threads.begin(1);
  await first;
  expect(order).toEqual(['second', 'first']);
  arbiter.leave(1);
  await one.threads.begin(2);
  expect(await one.lock.runAlone(async () => 'alone')).toBe('alone');
});

test('a thread that examines the target holds the others, even if it breaks', async () => {
  const { threads, arbiter } = threadsOf(2);
  const [one, two] = threads as [(typeof threads)[0], (typeof threads)[0]];
  await one.threads.holdingOthers(async () => {
    await soon();
    expect(two.heard).toEqual(['hold']);
  });
  await soon();
  expect(two.heard).toEqual(['hold', 'over']);
  void one.threads.holdingOthers(() => new Promise(() => {}));
  arbiter.leave(0);
  await soon();
  expect(two.heard).toEqual(['hold', 'over', 'hold', 'over']);
});

test('a run that is stopped waits for no other thread', async () => {
  const { threads } = threadsOf(2);
  const { threads: one, lock } = threads[0]!;
  const waiting = [one.begin(3), lock.runAlone(async () => {})];
  one.stop();
  await Promise.all(waiting);
  await lock.runAlone(async () => {});
});

test('what a thread learned of the target is told to the others', async () => {
  const { threads } = threadsOf(3);
  threads[0]!.threads.tell({ type: 'slow-down', ms: 5 });
  await soon();
  expect(threads.map(({ heard }) => heard.length)).toEqual([0, 1, 1]);
});
