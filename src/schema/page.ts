/** Decodes the page of logs or events in a response (§2). Decoding only: what a page must hold is judged elsewhere. */
import { parseJsonBody } from '../core/body.ts';
import type { HttpResponse } from '../core/exchange.ts';
import { canonicalItem } from '../core/items/canonical-item.ts';
import { sharedText } from '../core/items/shared-text.ts';
import type { ItemForm } from '../core/items/stable-item.ts';
import { validator } from './validator.ts';

/** How a page writes a cursor: one of the first three if no page follows on that side. */
export type CursorForm = 'absent' | 'empty' | 'null' | 'cursor';

export interface Page {
  /** In their canonical form, so that one item is one string wherever it is compared; evidence shows them as sent. */
  readonly data: readonly string[];
  /** Undefined if the member is absent, null or `""`: no page follows. */
  readonly next: string | undefined;
  /** Undefined if the member is absent, null or `""`: no page precedes. */
  readonly prev: string | undefined;
  readonly forms: { readonly next: CursorForm; readonly prev: CursorForm };
  readonly totalItems: number;
}

const validatePage = validator('responses/page');
/**
 * Caches the page on its response, since several checks read it. The garbage collector would walk a WeakMap of all responses each
 * time.
 */
const decoded = Symbol('page');
type Cached = HttpResponse & { [decoded]?: Page | null };

const asItIs: ItemForm = (item) => item;

/** Pages whose items are compared in another form. */
const forms = new WeakMap<HttpResponse, ItemForm>();

/** Compares the items of a page in this form if each reading writes them anew. To be called before the page is decoded. */
export function compareItemsIn(form: ItemForm, response: HttpResponse): void {
  forms.set(response, form);
}

/** The page in a response; undefined without a response, or if the body does not match the schema of a page. */
export function parsePage(response: HttpResponse | null): Page | undefined {
  if (response === null) return undefined;
  const known = response as Cached;
  if (known[decoded] === undefined) known[decoded] = decodePage(response);
  return known[decoded] ?? undefined;
}

function decodePage(response: HttpResponse): Page | null {
  const body = parseJsonBody(response);
  if (!body.ok || validatePage(body.value).length > 0) return null;
  const form = forms.get(response) ?? asItIs;
  const { data, cursor } = body.value as { data: string[]; cursor: Record<string, unknown> };
  return {
    data: data.map((item) => sharedText(form(canonicalItem(item)))),
    next: cursorOf(cursor['next']),
    prev: cursorOf(cursor['prev']),
    forms: { next: formOf(cursor, 'next'), prev: formOf(cursor, 'prev') },
    totalItems: cursor['totalItems'] as number,
  };
}

function cursorOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function formOf(cursor: Record<string, unknown>, side: 'next' | 'prev'): CursorForm {
  if (!Object.hasOwn(cursor, side)) return 'absent';
  if (cursor[side] === null) return 'null';
  return cursor[side] === '' ? 'empty' : 'cursor';
}
