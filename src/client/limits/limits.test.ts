import { expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import type { Operation } from '../../core/operation.ts';
import { ExclusiveLock, RateLimiter, Semaphore, TurnsByHolder } from './limits.ts';

/** Enters and leaves as a request does. */
async function within<T>(lock: ExclusiveLock, work: () => Promise<T>, operation: Operation = 'logs'): Promise<T> {
  for (let opened = lock.enter(operation); opened !== undefined; opened = lock.enter(operation)) await opened;
  try {
    return await work();
  } finally {
    lock.leave(operation);
  }
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test('a semaphore admits up to its limit, then in order of arrival', async () => {
  const slots = new Semaphore(2);
  const order: number[] = [];
  const work = async (n: number) => {
    await slots.acquire();
    order.push(n);
    expect(slots.taken).toBeLessThanOrEqual(2);
    await soon();
    slots.release();
  };
  await Promise.all([1, 2, 3, 4, 5, 6].map(work));
  expect(order).toEqual([1, 2, 3, 4, 5, 6]);
  expect(slots.taken).toBe(0);
});

test('the holder with the fewest places goes first, so that many parallel requests do not delay a chain of requests', async () => {
  const slots = new Semaphore(1);
  const order: string[] = [];
  const work = async (holder: string) => {
    await slots.acquire(holder);
    order.push(holder);
    await soon();
    slots.release(holder);
  };
  const chain = async () => {
    for (let link = 0; link < 2; link += 1) await work('chain');
  };
  await Promise.all([
    ...Array.from({ length: 4 }, () => work('many')),
    ...Array.from({ length: 2 }, () => work('few')),
    chain(),
  ]);
  expect(order).toEqual(['many', 'chain', 'few', 'few', 'chain', 'many', 'many', 'many']);
});

test('work that holds up others goes before all that wait for a place', async () => {
  const slots = new Semaphore(1);
  const order: string[] = [];
  const work = async (holder: string, isFirst: boolean) => {
    await slots.acquire(holder, isFirst);
    order.push(holder);
    slots.release(holder);
  };
  await slots.acquire('before');
  const all = [work('few', false), work('exclusive', true), work('exclusive', true), work('other', false)];
  slots.release('before');
  await Promise.all(all);
  expect(order).toEqual(['exclusive', 'exclusive', 'few', 'other']);
});

/** Takes and leaves as many places one after another, and tells how many are open then. */
async function openAfter(slots: Semaphore, holders: number): Promise<number> {
  for (let holder = 0; holder < holders; holder += 1) {
    await slots.acquire();
    slots.release();
  }
  return slots.limit;
}

test('a semaphore begins with a few places and doubles them up to its limit', async () => {
  const slots = new Semaphore(50);
  expect(slots.limit).toBe(8);
  expect(await openAfter(slots, 16)).toBe(16);
  expect(await openAfter(slots, 32)).toBe(32);
  expect(await openAfter(slots, 64)).toBe(50);
});

test('once a semaphore has halved its places, it opens them one by one', async () => {
  const slots = new Semaphore(16);
  await openAfter(slots, 16);
  slots.shrink();
  expect(slots.limit).toBe(8);
  expect(await openAfter(slots, 64)).toBe(9);
});

test('a rate limiter spaces turns evenly, and 0 is no limit', async () => {
  const pace = new RateLimiter(100);
  const started = performance.now();
  await Promise.all(Array.from({ length: 11 }, () => pace.turn()));
  expect(performance.now() - started).toBeGreaterThan(90);
  const free = new RateLimiter(0);
  const before = performance.now();
  for (let turn = 0; turn < 1000; turn += 1) await free.turn();
  expect(performance.now() - before).toBeLessThan(500);
});

test('work that runs alone has no other work beside it, shared or alone', async () => {
  const lock = new ExclusiveLock();
  let shared = 0;
  let alone = 0;
  const many = Array.from({ length: 40 }, (_, n) =>
    n % 5 === 4
      ? lock.runAlone(async () => {
          alone += 1;
          expect([shared, alone]).toEqual([0, 1]);
          await soon();
          expect([shared, alone]).toEqual([0, 1]);
          alone -= 1;
        })
      : within(lock, async () => {
          shared += 1;
          expect(alone).toBe(0);
          await soon();
          shared -= 1;
        }),
  );
  await Promise.all(many);
});

test('work that is exclusive for one operation runs beside none of its requests, and does not hold up other operations', async () => {
  const lock = new ExclusiveLock();
  const inside = { create: 0, logs: 0 };
  const send = (operation: 'create' | 'logs') =>
    within(
      lock,
      async () => {
        inside[operation] += 1;
        await soon();
        inside[operation] -= 1;
      },
      operation,
    );
  const before = [send('create'), send('logs')];
  const sentBeside = lock.runAlone(async () => {
    expect(inside.create).toBe(0);
    const creation = send('create');
    await send('logs');
    await soon();
    expect(inside.create).toBe(0);
    return { creation };
  }, 'create');
  const everythingAlone = sentBeside.then(() =>
    lock.runAlone(async () => {
      expect(inside).toEqual({ create: 0, logs: 0 });
    }),
  );
  const { creation } = await sentBeside;
  await Promise.all([...before, creation, everythingAlone]);
});

test('what work that runs alone sends to another operation does not wait for what waits to run alone', async () => {
  const lock = new ExclusiveLock();
  const order: string[] = [];
  const first = lock.runAlone(async () => {
    await soon();
    expect(lock.enter('register', true)).toBeUndefined();
    order.push('sent');
    lock.leave('register');
  }, 'verify');
  await Promise.all([first, lock.runAlone(async () => order.push('next'))]);
  expect(order).toEqual(['sent', 'next']);
});

test('after work that runs alone, those that go first enter first', async () => {
  const lock = new ExclusiveLock();
  const order: string[] = [];
  const wait = async (name: string, isFirst = false) => {
    await lock.enter('logs', false, isFirst);
    order.push(name);
  };
  const alone = lock.runAlone(soon);
  const waiting = [wait('usual'), wait('first', true)];
  await alone;
  await Promise.all(waiting);
  expect(order).toEqual(['first', 'usual']);
});

test('neither shared work nor work that runs alone starves the other', async () => {
  const lock = new ExclusiveLock();
  let stop = false;
  let done = 0;
  const busy = Array.from({ length: 8 }, async () => {
    while (!stop) {
      await within(lock, soon);
      done += 1;
    }
  });
  await soon();
  for (let turn = 0; turn < 20; turn += 1) await lock.runAlone(soon);
  const before = done;
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(done).toBeGreaterThan(before);
  stop = true;
  await Promise.all(busy);
});

test('the lock is released after work that throws, alone or shared', async () => {
  const lock = new ExclusiveLock();
  const broken = async () => {
    throw new Error('broken');
  };
  await expect(lock.runAlone(broken)).rejects.toThrow('broken');
  await expect(within(lock, broken)).rejects.toThrow('broken');
  expect(await lock.runAlone(async () => 1)).toBe(1);
  expect(await within(lock, async () => 2)).toBe(2);
});

test('work that runs alone waits for shared work that began before', async () => {
  const lock = new ExclusiveLock();
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let finished = false;
  const shared = within(lock, async () => {
    await gate;
    finished = true;
  });
  const alone = lock.runAlone(async () => finished);
  await soon();
  open();
  expect(await alone).toBe(true);
  await shared;
});

test('who stays for long lends its place to others, but no more are inside than the most places', async () => {
  const slots = new Semaphore(2);
  slots.shrink();
  const entered: string[] = [];
  const enter = (who: string) => Promise.resolve(slots.acquire(who)).then(() => entered.push(who));
  void enter('slow');
  void enter('second');
  void enter('third');
  await soon();
  expect(entered).toEqual(['slow']);
  slots.lend('slow');
  await soon();
  expect(entered).toEqual(['slow', 'second']);
  slots.lend('second');
  await soon();
  expect(entered).toEqual(['slow', 'second']);
  slots.leaveAfterLending();
  await soon();
  expect(entered).toEqual(['slow', 'second', 'third']);
});

test('turns are taken one at a time, first by the holder that had the fewest', async () => {
  const turns = new TurnsByHolder();
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(name);
    await soon();
  };
  await Promise.all([
    ...['a1', 'a2', 'a3'].map((name) => turns.run('a', work(name))),
    turns.run('b', work('b1')),
    turns.run('c', () => work('c1')().then(() => Promise.reject(new Error('it failed')))).catch(soon),
    turns.run('b', work('b2')),
  ]);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('the limit grows ever more slowly where each place that is opened is one too many', () => {
  const clock = { ms: 0 };
  const slots = new Semaphore(8, { ...systemClock, elapsed: () => clock.ms });
  const holdersUntil = (limit: number) => {
    let holders = 0;
    for (; slots.limit < limit; holders += 1) {
      void slots.acquire();
      slots.release();
    }
    return holders;
  };
  const shrinkTo = (limit: number) => {
    while (slots.limit > limit) {
      clock.ms += 1000;
      slots.shrink();
    }
  };
  shrinkTo(1);
  const holders: number[] = [];
  for (let time = 1; time <= 4; time += 1) {
    holders.push(holdersUntil(2));
    shrinkTo(1);
  }
  expect(holders).toEqual([8, 16, 32, 64]);
});

test('an unused place goes to the next in the queue and does not raise the limit', async () => {
  const slots = new Semaphore(9);
  for (let taken = 0; taken < 8; taken += 1) slots.acquire('many');
  const waiting = slots.acquire('chain');
  for (let given = 0; given < 40; given += 1) {
    slots.giveBack('many');
    if (given === 0) await waiting;
    slots.acquire('many');
  }
  expect(slots.limit).toBe(8);
});
