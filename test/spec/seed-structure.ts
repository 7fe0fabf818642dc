import { isList, isObject, type JsonObject,type JsonValue } from "../../spec/json.ts";
import type {
  ApiStructure,
  FieldStructure,
  OperationStructure,
  RecordStructure,
  ScalarStructure,
  Structure,
} from "./structure.ts";

/** Returns the structure that the tables in `seed-structure.yaml` describe. */
export const seedStructure = (tables: JsonObject): ApiStructure => {
  const reader = new TableReader(object(tables["records"]));
  const operations = Object.entries(object(tables["endpoints"])).map(
    ([name, endpoint]): [string, OperationStructure] => [name, reader.operation(object(endpoint))],
  );
  return { operations: new Map(operations) };
};

class TableReader {
  readonly #records: JsonObject;

  constructor(records: JsonObject) {
    this.#records = records;
  }

  operation({ path, query, request, response }: JsonObject): OperationStructure {
    return {
      path: this.#record(object(path), undefined),
      query: this.#record(object(query), undefined),
      request: request === undefined ? undefined : this.#structure(request),
      response: response === undefined ? undefined : this.#structure(response),
    };
  }

  #structure(note: JsonValue, name?: string): Structure {
    if (typeof note === "string") return this.#named(note);
    if (isList(note)) return { kind: "list", item: this.#structure(note[0] ?? "unknown") };
    const fields = object(note);
    const { oneOf } = fields;
    if (!isObject(oneOf)) return this.#record(fields, name);
    const variants = Object.entries(oneOf).map(
      ([key, content]) => [key, () => this.#structure(content)] as const,
    );
    return { kind: "choice", name, variants: new Map(variants), isOpen: true };
  }

  #record(notes: JsonObject, name: string | undefined): RecordStructure {
    const fields = Object.entries(notes).map(([key, note]): [string, FieldStructure] => [
      key.replace(/[!?]$/, ""),
      { isRequired: requirement(key), structure: () => this.#structure(note) },
    ]);
    return { kind: "record", name, fields: new Map(fields) };
  }

  #named(text: string): Structure {
    const [word = "", ...rest] = text.split(" ");
    if (word === "map") return { kind: "map", value: this.#named(rest.join(" ")) };
    if (word === "enum") {
      const isOpen = rest.includes("…");
      const constants = rest.filter((constant) => constant !== "…");
      return { ...scalar("string"), constants, isOpen };
    }
    if (word === "any" || word === "unknown") return { kind: word };
    if (word === "int") return scalar("integer");
    if (word === "int32" || word === "int64") return scalar("integer", word);
    if (word === "string" || word === "boolean") return scalar(word);
    const record = this.#records[word];
    if (record === undefined) throw new TypeError(`The tables have no record ${word}.`);
    return this.#structure(record, word);
  }
}

const scalar = (type: string, format?: string): ScalarStructure => ({
  kind: "scalar",
  type,
  format,
  name: undefined,
  constants: undefined,
  isOpen: true,
});

const requirement = (key: string): boolean | undefined => {
  if (key.endsWith("!")) return true;
  return key.endsWith("?") ? false : undefined;
};

const object = (json: JsonValue | undefined): JsonObject => (isObject(json) ? json : {});
