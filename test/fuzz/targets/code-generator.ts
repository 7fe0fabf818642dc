import { transform } from "esbuild";

import type { DataDefinition, Type } from "../../../lib/api.ts";
import { generate } from "../../../lib/codegen/index.ts";
import { isLedgerError } from "../../../lib/index.ts";
import { packageOf } from "../../support/codegen/plain-packages.ts";
import { Fault, type Target } from "../target.ts";

const names = [
  ...[
    "Main",
    "Main.Sub",
    "main",
    "Con",
    "index",
    "types",
    "constructor",
    "__proto__",
    "hasOwnProperty",
    "class",
  ],
  ...[
    "Map",
    "Array",
    "Record",
    "Party",
    "Template",
    "Optional",
    "home",
    "a",
    "b",
    "$",
    "_",
    "default",
    "await",
  ],
];

/**
 * Returns a target whose inputs are names that Daml-LF allows, one per line. A package is built
 * from them. The code generated for it must be valid, and its files must stay in their folder.
 */
export const codeGenerator = (): Promise<Target> =>
  Promise.resolve({
    name: "code-generator",
    seeds: [names, names.toReversed(), names.map((name) => `${name}.${name}`)].map((lines) =>
      new TextEncoder().encode(lines.join("\n")),
    ),
    attempt: async (input) => {
      const lines = new TextDecoder().decode(input).split("\n").slice(0, 12);
      const mains = [packageFrom(lines.map(allowed))];
      try {
        await checkFiles(generate({ mains, packages: [] }, { schemas: true }));
        await checkFiles(generate({ mains, packages: [] }, { target: "daml-types" }));
        return lines.every((line) => allowed(line) === line) ? "loaded" : "loaded with other names";
      } catch (error) {
        if (isLedgerError(error)) return error.code;
        throw error instanceof Fault ? error : new Fault(String(error), { cause: error });
      }
    },
  });

/** Returns the line without characters that the DAR reader refuses. */
const allowed = (line: string): string =>
  line
    .slice(0, 200)
    .split(".")
    .map((part) => part.replaceAll(/[^\w$]/gu, "$").replace(/^(?=\d|$)/u, "_"))
    .join(".");

const scalars: readonly Type[] = [
  { kind: "text" },
  { kind: "unit" },
  { kind: "party" },
  { kind: "list", element: { kind: "int64" } },
  { kind: "optional", element: { kind: "optional", element: { kind: "date" } } },
];

/**
 * Returns a package. The position of a name determines whether it names a module, a type, a field or
 * constructor, or a choice.
 */
const packageFrom = (lines: readonly string[]) => {
  const name = (at: number): string => lines[at % lines.length] ?? "";
  const plain = (at: number): string => name(at).replaceAll(".", "_");
  const id = (at: number): string => `fuzzed:${name(at)}:${name(at + 1)}`;
  const typeAt = (at: number): Type =>
    at % 3 === 0
      ? { kind: "named", id: id(at), arguments: [] }
      : (scalars[at % scalars.length] ?? { kind: "unit" });
  const fields = (at: number) =>
    [...new Set([plain(at), plain(at + 2), plain(at + 3)])].map((field, index) => ({
      name: field,
      type: typeAt(at + index),
    }));
  const found = lines.map((_, at): readonly [string, DataDefinition] => {
    const key = `${name(at)}:${name(at + 1)}`;
    if (at % 3 === 1) return [key, { kind: "variant", parameters: [], constructors: fields(at) }];
    if (at % 5 === 4) {
      return [key, { kind: "enum", constructors: fields(at).map((field) => field.name) }];
    }
    return [key, { kind: "record", parameters: [], fields: fields(at) }];
  });
  const dataTypes = new Map(found);
  const records = [...dataTypes].flatMap(([key, { kind }]) => (kind === "record" ? [key] : []));
  const templates = records.slice(0, 5).map((key, at) => {
    const payload: Type = { kind: "named", id: `fuzzed:${key}`, arguments: [] };
    return [
      key,
      {
        payload,
        choices: { [plain(at)]: [payload, typeAt(at)], Archive: [payload, { kind: "unit" }] },
      },
    ] as const;
  });
  return packageOf({
    packageId: "fuzzed",
    name: "fuzzed",
    dataTypes: Object.fromEntries(dataTypes),
    templates: Object.fromEntries(templates),
  });
};

/** Texts of files that were valid; most files are the same for each input. */
const readable = new Set<string>();

const checkFiles = async (files: ReadonlyMap<string, string>): Promise<void> => {
  const paths = new Set<string>();
  for (const path of files.keys()) {
    if (/(?:^|[/\\])\.{0,2}(?:[/\\]|$)|[\0:<>"|?*]/u.test(path)) {
      throw new Fault(`the path ${path} leaves its folder or has a forbidden part or character`);
    }
    const plain = path.toLowerCase();
    if (paths.has(plain)) {
      throw new Fault(`two files have the path ${path}, apart from upper and lower case`);
    }
    paths.add(plain);
  }
  await Promise.all([...files].map(checkFile));
};

const checkFile = async ([path, text]: readonly [string, string]): Promise<void> => {
  if (!/\.[cm]?[jt]s$/u.test(path) || readable.has(text)) return;
  await transform(text, { loader: "ts", logLevel: "silent" }).catch((error: unknown) => {
    throw new Fault(`${path} cannot be read: ${String(error)}`);
  });
  readable.add(text);
};
