/** Texts that servers fail on if they expect a time. */
import { type Operation, operationTable } from '../interface/operations.ts';
import { type Canonical, type Variant, withText } from './request.ts';

/** Texts that look like a time, or nearly: what a date parser throws at. */
const timeTexts = [
  '2024-13-45',
  '0',
  '9999999999999999999',
  '2024-01-01T24:00:00Z',
  '2016-12-31T23:59:60Z',
  // Valid: before the epoch.
  '1969-12-31T00:00:00Z',
  // Too late as seconds and as milliseconds.
  '9999999999999999',
  // Valid, but some types cannot hold it once its offset is applied.
  '9999-12-31T23:59:59-01:00',
  '-1',
  '2024-02-30T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '0001-01-01T00:00:00Z',
  '2024-01-01T00:00:00+99:99',
  'now',
  '10000-01-01',
  '1700000000000',
  'NaN',
  '-271821-04-19T23:59:59Z',
  '1700000000',
  '2024-W01-1',
  '1900-01-01',
  'P1D',
  '2024-01-01 00:00:00',
  '12:00',
  'Infinity',
  '1e400',
  '0000-00-00T00:00:00Z',
] as const;

/** Each text in one of the time fields, which take turns. */
export function timeVariants(operation: Operation, canonical: Canonical): Variant[] {
  const fields = operationTable[operation].textFields.filter((field) => field === 'from' || field === 'to');
  if (fields.length === 0) return [];
  return timeTexts.map((text, n) => withText(operation, canonical, fields[n % fields.length]!, 'time', text));
}
