const pattern = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+\- ])(\d\d):(\d\d))$/;

/**
 * Parses an RFC 3339 §5.6 date-time to ms since the epoch; undefined if the text has another form. Rounds up: entries
 * have whole ms, so comparing with the next whole ms gives the same result as comparing with the exact time. A space in
 * place of the offset's sign is a plus that was not percent-encoded.
 */
export function parseTime(text: string): number | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] = match;
  const leap = second === '60';
  const whole = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${leap ? '59' : second}Z`);
  // Date.parse accepts day 31 in every month and hour 24; RFC 3339 §5.7 does not.
  if (Number.isNaN(whole) || new Date(whole).getUTCDate() !== Number(day) || Number(hour) > 23) return undefined;
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) return undefined;
  const offset = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0)) * 60_000 * (sign === '-' ? -1 : 1);
  return whole + (leap ? 1000 : 0) + Math.ceil(Number(`0${fraction ?? ''}`) * 1000) - offset;
}
