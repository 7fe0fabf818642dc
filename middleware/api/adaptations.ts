import { formatErrorDetail } from "./message-text.ts";
import { type ApiReply, type ReplyItems } from "./reply.ts";

/**
 * Differences between the messages of an API version and those that the ledger reads and writes
 * (spec/adaptations.ts).
 */
export interface ApiVersionDifferences {
  readonly requests: MessageDifferences;
  readonly answers: MessageDifferences;
}

interface MessageDifferences {
  /** Differences by operation id. */
  readonly operations: Readonly<Record<string, ValueDifference | undefined>>;
  readonly schemas: Readonly<Record<string, RecordDifference | undefined>>;
}

type ValueDifference =
  | string
  | { readonly items: ValueDifference }
  | { readonly entries: ValueDifference }
  | RecordDifference;

interface RecordDifference {
  readonly omitted?: readonly string[];
  readonly repeated?: Readonly<Record<string, string>>;
  readonly asText?: readonly string[];
  readonly fields?: Readonly<Record<string, ValueDifference>>;
}

/**
 * Converts messages of an operation to and from an API version. A message that needs no change is
 * returned as the same object.
 */
export interface ApiMessageAdapter {
  readonly request: (body: unknown) => unknown;
  readonly reply: (reply: ApiReply) => ApiReply;
}

/** Returns the adapter of an operation; undefined if its messages need no change. */
export const findMessageAdapter = (
  adaptations: ApiVersionDifferences | undefined,
  operationId: string,
): ApiMessageAdapter | undefined => {
  if (adaptations === undefined) return undefined;
  const { requests, answers } = adaptations;
  const { [operationId]: asked } = requests.operations;
  const { [operationId]: answered } = answers.operations;
  if (asked === undefined && answered === undefined) return undefined;
  const answerAdapter = new ValueAdapter(answers.schemas);
  return {
    request: (body) =>
      asked === undefined ? body : new ValueAdapter(requests.schemas).adaptValue(body, asked),
    reply: (reply) => (answered === undefined ? reply : answerAdapter.adaptReply(reply, answered)),
  };
};

type JsonFields = Readonly<Record<string, unknown>>;

class ValueAdapter {
  readonly #schemas: MessageDifferences["schemas"];

  constructor(schemas: MessageDifferences["schemas"]) {
    this.#schemas = schemas;
  }

  /** Converts a reply. Errors are the same in all versions. */
  adaptReply(reply: ApiReply, place: ValueDifference): ApiReply {
    if (reply.status >= 400) return reply;
    switch (reply.kind) {
      case "json":
        return { ...reply, value: this.adaptValue(reply.value, place) };
      case "list": {
        const item = typeof place === "object" && "items" in place ? place.items : undefined;
        if (item === undefined) return reply;
        return { ...reply, items: mapItems(reply.items, (each) => this.adaptValue(each, item)) };
      }
      case "page": {
        const { name, items, rest } = reply;
        const page = this.#findRecordDifference(place);
        const { [name]: list } = page?.fields ?? {};
        const item = typeof list === "object" && "items" in list ? list.items : undefined;
        if (item === undefined) return reply;
        return {
          ...reply,
          items: mapItems(items, (each) => this.adaptValue(each, item)),
          rest: () => this.adaptValue(rest(), place) as object,
        };
      }
      case "text":
      case "bytes":
      case "cut":
      case "empty":
        return reply;
    }
  }

  adaptValue(value: unknown, place: ValueDifference): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (typeof place === "object" && "items" in place) {
      return Array.isArray(value) ? this.#adaptItems(value, place.items) : value;
    }
    if (Array.isArray(value)) return value;
    if (typeof place === "object" && "entries" in place) {
      return this.#adaptFields(value as JsonFields, Object.keys(value), () => place.entries);
    }
    const record = this.#findRecordDifference(place);
    return record === undefined ? value : this.#applyDifference(value as JsonFields, record);
  }

  #findRecordDifference(place: ValueDifference): RecordDifference | undefined {
    return typeof place === "string" ? this.#schemas[place] : (place as RecordDifference);
  }

  #applyDifference(
    value: JsonFields,
    { omitted, repeated, asText, fields = {} }: RecordDifference,
  ): JsonFields {
    const inside = this.#adaptFields(value, Object.keys(fields), (name) => fields[name]);
    const absent = omitted?.some((name) => name in inside) ?? false;
    if (!absent && repeated === undefined && asText === undefined) return inside;
    const kept = Object.entries(inside).filter(([name]) => omitted?.includes(name) !== true);
    const changed: Record<string, unknown> = Object.fromEntries(kept);
    for (const [name, other] of Object.entries(repeated ?? {})) changed[name] = changed[other];
    for (const name of asText ?? []) changed[name] = formatErrorDetail(changed[name]);
    return changed;
  }

  #adaptFields(
    value: JsonFields,
    names: readonly string[],
    differenceOf: (name: string) => ValueDifference | undefined,
  ): JsonFields {
    const changes = new Map<string, unknown>();
    for (const name of names) {
      const place = differenceOf(name);
      const { [name]: before } = value;
      const after = place === undefined ? before : this.adaptValue(before, place);
      if (after !== before) changes.set(name, after);
    }
    if (changes.size === 0) return value;
    // Object.fromEntries instead of assignment: the client chooses the names of entries, which may
    // include `__proto__`.
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        name,
        changes.has(name) ? changes.get(name) : field,
      ]),
    );
  }

  #adaptItems(values: readonly unknown[], place: ValueDifference): readonly unknown[] {
    const changed = values.map((value) => this.adaptValue(value, place));
    return changed.every((value, index) => value === values[index]) ? values : changed;
  }
}

/** Returns the items with `change` applied to each when it is read. */
const mapItems = (items: ReplyItems, change: (item: unknown) => unknown): ReplyItems =>
  Symbol.asyncIterator in items ? mapAsyncItems(items, change) : mapSyncItems(items, change);

function* mapSyncItems(
  items: Iterable<unknown>,
  change: (item: unknown) => unknown,
): Generator<unknown, void, undefined> {
  for (const item of items) yield change(item);
}

async function* mapAsyncItems(
  items: AsyncIterable<unknown>,
  change: (item: unknown) => unknown,
): AsyncGenerator<unknown, void, undefined> {
  for await (const item of items) yield change(item);
}
