/** How a thread of a run that has several waits for the others, and tells them what it learned of the target. */
import { BroadcastChannel } from 'node:worker_threads';
import type { FromArbiter, FromThread, Reach, ThreadMessage, ThreadNews, ThreadPlace } from '../core/threads.ts';

/** What the connection of a thread does for the others. */
export interface ThreadDuties {
  /** Sends nothing within the reach from then on, until `goOn` resolves. Resolves when nothing is in flight there. */
  pause(reach: Reach, goOn: Promise<void>): Promise<void>;
  /** Sends nothing at all until `over` resolves; what is in flight stays. */
  hold(over: Promise<void>): void;
  hear(news: Exclude<ThreadNews, { type: 'hold' | 'resume' }>): void;
}

/** The channel to all threads and the arbiter; nobody hears what he says himself. */
export interface ThreadChannel {
  say(message: ThreadMessage): void;
  listen(hear: (message: ThreadMessage) => void): void;
  close(): void;
}

export class Threads {
  readonly #index: number;
  readonly #channel: ThreadChannel;
  #duties: ThreadDuties | undefined;
  #phase = -1;
  readonly #beginning: (() => void)[] = [];
  /** Exclusive work of this thread that waits for its turn: one after another. */
  readonly #granted: (() => void)[] = [];
  #goOn: (() => void) | undefined;
  /** By thread that examines the target. */
  readonly #holds = new Map<number, () => void>();
  #isStopped = false;

  constructor({ index, channel: name }: ThreadPlace, channel: ThreadChannel = broadcast(name)) {
    this.#index = index;
    this.#channel = channel;
    channel.listen((message) => this.#hear(message));
  }

  /** Names what is done for the other threads; call it once, before anything is sent. */
  serve(duties: ThreadDuties): void {
    this.#duties = duties;
  }

  /** Resolves when all threads have ended the phases before this one. */
  async begin(phase: number): Promise<void> {
    this.#say({ type: 'reached', phase });
    while (this.#phase < phase && !this.#isStopped) await new Promise<void>((resolve) => this.#beginning.push(resolve));
  }

  /** Runs `work` while no other thread sends anything within the reach. What this thread sends, it leaves to `work`. */
  async runAlone<T>(reach: Reach, work: () => Promise<T>): Promise<T> {
    if (this.#isStopped) return work();
    const turn = new Promise<void>((resolve) => this.#granted.push(resolve));
    this.#say({ type: 'ask', reach });
    await turn;
    try {
      return await work();
    } finally {
      this.#say({ type: 'done' });
    }
  }

  /** Runs `work`, which examines the target, while no other thread sends anything new. Waits for nothing, so that all may. */
  async holdingOthers<T>(work: () => Promise<T>): Promise<T> {
    this.#say({ type: 'hold' });
    try {
      return await work();
    } finally {
      this.#say({ type: 'resume' });
    }
  }

  tell(news: ThreadNews): void {
    this.#say(news);
  }

  /** Waits for nobody from here on. */
  stop(): void {
    this.#isStopped = true;
    for (const begin of this.#beginning.splice(0)) begin();
    for (const enter of this.#granted.splice(0)) enter();
    for (const release of this.#holds.values()) release();
    this.#holds.clear();
    this.#goOn?.();
  }

  close(): void {
    this.stop();
    this.#channel.close();
  }

  #say(message: FromThread): void {
    this.#channel.say({ ...message, from: this.#index });
  }

  #hear(message: ThreadMessage): void {
    if (message.from === 'arbiter') this.#hearArbiter(message);
    else this.#hearThread(message, message.from);
  }

  #hearArbiter(message: FromArbiter): void {
    switch (message.type) {
      case 'begin':
        this.#phase = Math.max(this.#phase, message.phase);
        for (const begin of this.#beginning.splice(0)) begin();
        return;
      case 'pause':
        if (message.to === this.#index) void this.#pause(message.turn, message.reach);
        return;
      case 'granted':
        if (message.to === this.#index) this.#granted.shift()?.();
        return;
      case 'go-on':
        this.#goOn?.();
        return;
      case 'left':
        this.#release(message.index);
        return;
      case 'stopped':
        this.stop();
    }
  }

  async #pause(turn: number, reach: Reach): Promise<void> {
    const goOn = new Promise<void>((resolve) => {
      this.#goOn = resolve;
    });
    await this.#duties?.pause(reach, goOn);
    this.#say({ type: 'paused', turn });
  }

  #hearThread(message: FromThread, from: number): void {
    switch (message.type) {
      case 'reached':
      case 'ask':
      case 'paused':
      case 'done':
        return;
      case 'hold':
        this.#duties?.hold(new Promise((resolve) => this.#holds.set(from, resolve)));
        return;
      case 'resume':
        this.#release(from);
        return;
      default:
        this.#duties?.hear(message);
    }
  }

  #release(index: number): void {
    this.#holds.get(index)?.();
    this.#holds.delete(index);
  }
}

function broadcast(name: string): ThreadChannel {
  const channel = new BroadcastChannel(name);
  return {
    say: (message) => channel.postMessage(message),
    listen: (hear) => {
      channel.onmessage = (event) => hear((event as { data: ThreadMessage }).data);
    },
    close: () => channel.close(),
  };
}
