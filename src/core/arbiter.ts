/**
 * Keeps the threads of one run in step: no thread begins a phase before all have ended the one before, since right codes come
 * before wrong ones whichever thread sends them; and one thread at a time has the target to itself, once all others have paused.
 */
import type { FromArbiter, Reach, ThreadMessage } from './threads.ts';

interface Turn {
  readonly number: number;
  readonly index: number;
  readonly reach: Reach;
}

export class Arbiter {
  readonly #say: (message: FromArbiter) => void;
  /** Threads that have not ended, each with the phase that it has reached; -1 until it has said so. */
  readonly #reached = new Map<number, number>();
  #turns = 0;
  readonly #waiting: Turn[] = [];
  #turn: Turn | undefined;
  /** Threads that have not paused yet for the thread whose turn it is. */
  readonly #unpaused = new Set<number>();
  #isStopped = false;

  /** @param say sends a message to all threads */
  constructor(threads: number, say: (message: FromArbiter) => void) {
    this.#say = say;
    for (let index = 0; index < threads; index += 1) this.#reached.set(index, -1);
  }

  /** Takes in a message of a thread. What a thread says to the others is not for the arbiter. */
  hear(message: ThreadMessage): void {
    if (message.from === 'arbiter') return;
    const { from: index } = message;
    switch (message.type) {
      case 'reached':
        this.#reached.set(index, message.phase);
        this.#beginPhase();
        break;
      case 'ask':
        this.#turns += 1;
        this.#waiting.push({ number: this.#turns, index, reach: message.reach });
        this.#nextTurn();
        break;
      case 'paused':
        // One that was asked for a turn that is over comes late.
        if (message.turn === this.#turn?.number) this.#notePause(index);
        break;
      case 'done':
        this.#endTurn(index);
        break;
      default:
    }
  }

  /** The thread has ended, or broke: nobody waits for it any more. */
  leave(index: number): void {
    if (!this.#reached.delete(index)) return;
    this.#say({ type: 'left', index });
    for (let at = this.#waiting.length - 1; at >= 0; at -= 1)
      if (this.#waiting[at]!.index === index) this.#waiting.splice(at, 1);
    this.#endTurn(index);
    this.#notePause(index);
    this.#beginPhase();
  }

  /** Lets all threads go on: they find that nothing more is to be sent. */
  stop(): void {
    this.#isStopped = true;
    this.#say({ type: 'stopped' });
  }

  #beginPhase(): void {
    const phase = Math.min(...this.#reached.values());
    if (Number.isFinite(phase) && phase >= 0) this.#say({ type: 'begin', phase });
  }

  #nextTurn(): void {
    if (this.#turn !== undefined || this.#isStopped) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#turn = next;
    for (const index of this.#reached.keys()) {
      if (index === next.index) continue;
      this.#unpaused.add(index);
      this.#say({ type: 'pause', to: index, turn: next.number, reach: next.reach });
    }
    this.#grantIfAlone();
  }

  #notePause(index: number): void {
    if (this.#unpaused.delete(index)) this.#grantIfAlone();
  }

  #grantIfAlone(): void {
    if (this.#turn !== undefined && this.#unpaused.size === 0) this.#say({ type: 'granted', to: this.#turn.index });
  }

  #endTurn(index: number): void {
    if (this.#turn?.index !== index) return;
    this.#turn = undefined;
    this.#unpaused.clear();
    this.#say({ type: 'go-on' });
    this.#nextTurn();
  }
}
