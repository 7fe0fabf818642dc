import { isList, isObject, type Json, type JsonObject } from "../support/json.ts";

/** The differences between two documents, one line for each JSON path. */
export interface DocumentChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/**
 * Compares two documents value by value. Elements of lists are matched by name, reference, title or
 * value, not by position. Fields with an ignored name are not compared, except properties of a schema.
 */
export const compareDocuments = (
  old: JsonObject,
  newer: JsonObject,
  ignored: readonly string[] = [],
): DocumentChanges => {
  const comparison = new Comparison(new Set(ignored));
  comparison.compare("", old, newer);
  return comparison.changes;
};

class Comparison {
  readonly changes = { added: [] as string[], removed: [] as string[], changed: [] as string[] };
  readonly #ignored: ReadonlySet<string>;

  constructor(ignored: ReadonlySet<string>) {
    this.#ignored = ignored;
  }

  compare(path: string, old: Json, newer: Json): void {
    const [before, after] = [fieldsOf(old), fieldsOf(newer)];
    if (before === undefined || after === undefined) {
      const [was, is] = [JSON.stringify(old), JSON.stringify(newer)];
      if (was !== is) this.changes.changed.push(`${path}: ${shorten(was)} → ${shorten(is)}`);
      return;
    }
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      if (this.#ignored.has(key) && !path.endsWith("properties")) continue;
      const [was, is] = [before.get(key), after.get(key)];
      const place = appendKey(path, key);
      if (was === undefined) this.changes.added.push(describe(place, is));
      else if (is === undefined) this.changes.removed.push(describe(place, was));
      else this.compare(place, was, is);
    }
  }
}

/** Returns the fields of an object, or the elements of a list by their keys; undefined for other values. */
const fieldsOf = (json: Json): ReadonlyMap<string, Json> | undefined => {
  if (isObject(json)) return new Map(Object.entries(json));
  if (!isList(json)) return undefined;
  const elements = new Map<string, Json>();
  for (const [index, element] of json.entries()) {
    const key = elementKey(element);
    elements.set(key === undefined || elements.has(key) ? `${index}` : key, element);
  }
  return elements;
};

const elementKey = (element: Json): string | undefined => {
  if (!isObject(element)) return typeof element === "string" ? element : JSON.stringify(element);
  const { name, $ref: reference, title, required } = element;
  const [tag] = isList(required) ? required : [];
  return [name, reference, title, tag].find((key) => typeof key === "string");
};

const appendKey = (path: string, key: string): string => {
  if (!/^[\w$]+$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
};

const describe = (path: string, json: Json | undefined): string =>
  typeof json === "object" ? path : `${path}: ${shorten(JSON.stringify(json))}`;

const shorten = (text: string | undefined = ""): string =>
  text.length > 80 ? `${text.slice(0, 80)}…` : text;
