/** The gaps of the specification: what it marks "not shown", where, and the key of `declares` that settles each. */
export interface Gap {
  readonly section: string;
  readonly about?: string;
  /** The configuration key, such as `declares.refusalStatus`. */
  readonly declare?: string;
}

const gaps: Readonly<Record<string, Gap>> = {
  'successStatus.create': {
    section: '4',
    about: 'status of a successful creation',
    declare: 'declares.successStatus.create',
  },
  'successStatus.register': {
    section: '4',
    about: 'status of a successful registration',
    declare: 'declares.successStatus.register',
  },
  'successStatus.verify': {
    section: '4',
    about: 'status of a successful verification',
    declare: 'declares.successStatus.verify',
  },
  'successStatus.logs': {
    section: '4',
    about: 'status of a successful search',
    declare: 'declares.successStatus.logs',
  },
  refusalStatus: {
    section: '7',
    about: 'status of a request without a valid token',
    declare: 'declares.refusalStatus',
  },
  errorContentType: { section: '7', about: 'media type of error bodies' },
};

/** What is known of a gap; one that is not listed is still observed. */
export function gap(name: string): Gap {
  return gaps[name] ?? { section: '-' };
}
