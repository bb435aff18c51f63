import { expect, test } from 'vitest';
import { RequestBudget } from './request-budget.ts';

const plain = { requirement: 'logs/walks-agree', shared: false, confirming: false };
const confirming = { ...plain, confirming: true };

function spent(requests: number, of: number): RequestBudget {
  const budget = new RequestBudget(of);
  for (let sent = 0; sent < requests; sent += 1) budget.take();
  return budget;
}

test('requests are numbered from 1, and no more are sent than the budget has', () => {
  const budget = new RequestBudget(2);
  expect([budget.take(), budget.take(), budget.sent]).toEqual([1, 2, 2]);
  expect(() => budget.assertLeft(plain)).toThrow('the budget of 2 requests is used up (--max-requests)');
});

test('half of the budget is sent on top of it to confirm findings', () => {
  expect(() => spent(14, 10).assertLeft(confirming)).not.toThrow();
  expect(() => spent(15, 10).assertLeft(confirming)).toThrow('used up');
});

test('what is kept for later serves confirmations, and everything once nothing is kept any more', () => {
  const budget = spent(7, 10);
  budget.keep(3);
  expect(() => budget.assertLeft(plain)).toThrow('used up');
  expect(() => budget.assertLeft(confirming)).not.toThrow();
  budget.keepNothing();
  budget.keep(3);
  expect(() => budget.assertLeft(plain)).not.toThrow();
});

test('what leaves less than is kept for later may use the rest of it', () => {
  const budget = spent(7, 10);
  budget.keep(4);
  expect(() => budget.assertLeft(plain)).toThrow('used up');
  expect(() => budget.assertLeft({ ...plain, leaves: 2 })).not.toThrow();
  budget.take();
  expect(() => budget.assertLeft({ ...plain, leaves: 2 })).toThrow('used up');
  expect(() => budget.assertLeft({ ...plain, leaves: 0 })).not.toThrow();
});

test('one requirement may send an eighth of the budget, and others still may', () => {
  const budget = new RequestBudget(8000);
  for (let sent = 0; sent < 1000; sent += 1) {
    budget.assertLeft(plain);
    budget.take(plain.requirement);
  }
  expect(() => budget.assertLeft(plain)).toThrow('has sent 1000 requests, its share of the budget (--max-requests)');
  for (const other of [confirming, { ...plain, shared: true }, { ...plain, requirement: 'logs/range-and' }])
    expect(() => budget.assertLeft(other)).not.toThrow();
});
