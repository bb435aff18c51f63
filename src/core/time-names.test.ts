import { expect, test } from 'vitest';
import { isTimeSort, namesDay, sortNamesOf, timeMemberNames, timeMemberRank, timeSortNames } from './time-names.ts';

test('names are tried for sortBy in one order, and read in items in another', () => {
  expect(timeSortNames).toEqual(['createdAt', 'timestamp', 'date', 'time', 'created_at', 'created']);
  expect(timeMemberNames).toEqual(['createdAt', 'created_at', 'timestamp', 'time', 'at', 'date', 'created']);
});

test('a declared sortBy is a time by its name', () => {
  for (const name of ['createdAt', 'updated_at', 'sentAt', 'received_date', 'event.time', 'dateCreated', 'dateTime'])
    expect(isTimeSort(name), name).toBe(true);
  for (const name of [
    'status',
    'id',
    'at',
    'response_time',
    'runtime',
    'timeout',
    'updated_by',
    'validated',
    'heartbeat',
  ])
    expect(isTimeSort(name), name).toBe(false);
});

test('a sortBy may name a day', () => {
  for (const name of ['date', 'day', 'createdDate', 'created_date', 'event.date'])
    expect(namesDay(name), name).toBe(true);
  for (const name of ['createdAt', 'update', 'lastUpdate', 'dateTime', 'validated'])
    expect(namesDay(name), name).toBe(false);
});

test('a value of sortBy may name the member that declares.item points to', () => {
  expect(sortNamesOf('/at')).toEqual(['at', '$.at', '/at']);
  expect(sortNamesOf('/event/at')).toEqual(['at', 'event.at', '$.event.at', '/event/at']);
});

test('creation times rank before other times, and these before other members', () => {
  expect(['updatedAt', 'id', 'CreatedOn'].sort((a, b) => timeMemberRank(a) - timeMemberRank(b))).toEqual([
    'CreatedOn',
    'updatedAt',
    'id',
  ]);
});
