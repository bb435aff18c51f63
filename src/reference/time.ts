const pattern = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+\- ])(\d\d):(\d\d))$/;

/**
 * A date-time of RFC 3339 §5.6 in ms since the epoch, rounded up: entries have whole ms, so comparing with the next
 * whole ms is the same as comparing with the exact time. Undefined if it is none. A blank where the sign of the offset
 * stands is a plus that was not percent-encoded.
 */
export function parseTime(text: string): number | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] = match;
  const leap = second === '60';
  const whole = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${leap ? '59' : second}Z`);
  // Date.parse takes the 31st of any month and hour 24: RFC 3339 §5.7 does not.
  if (Number.isNaN(whole) || new Date(whole).getUTCDate() !== Number(day) || Number(hour) > 23) return undefined;
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) return undefined;
  const offset = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0)) * 60_000 * (sign === '-' ? -1 : 1);
  return whole + (leap ? 1000 : 0) + Math.ceil(Number(`0${fraction ?? ''}`) * 1000) - offset;
}
