import * as fixtures from "../../../fixtures/index.ts";
import * as api from "../../../lib/api.ts";
import * as root from "../../../lib/index.ts";

/** Modules that a program may import. */
const importableModules: Readonly<Record<string, object>> = {
  "ledger-in-a-box": root,
  "ledger-in-a-box/api": api,
  "ledger-in-a-box/fixtures": fixtures,
};

/** The output of a program, and the reason if it failed. */
export interface ProgramResult {
  readonly printed: readonly string[];
  /** Message of the error; undefined if the program succeeded. */
  readonly failure: string | undefined;
}

/**
 * Runs a TypeScript program with a ledger. The program is a module whose default export is a function
 * of `{ ledger, print }`. It may import `ledger-in-a-box`, `/api` and `/fixtures`. Types are removed and
 * not checked. Never rejects.
 */
export const runTypeScriptProgramInBrowser = async (
  code: string,
  ledger: root.Ledger,
): Promise<ProgramResult> => {
  const printed: string[] = [];
  const print = (...values: readonly unknown[]): void => {
    printed.push(values.map(formatValue).join(" "));
  };
  try {
    const { default: main } = await evaluateModule(code);
    if (typeof main !== "function") {
      throw new TypeError(
        "The program needs a default export: export default async ({ ledger }) => { … }",
      );
    }
    await (main as (stage: object) => unknown)({ ledger, print });
    return { printed, failure: undefined };
  } catch (error) {
    return { printed, failure: error instanceof Error ? error.message : String(error) };
  }
};

const evaluateModule = async (code: string): Promise<{ readonly default?: unknown }> => {
  // Loaded on demand, because a visitor may run no program.
  const { transform } = await import("sucrase");
  const { code: script } = transform(code, { transforms: ["typescript", "imports"] });
  const exports = {};
  const require = (name: string): object => {
    const found = importableModules[name];
    if (found !== undefined) return found;
    throw new TypeError(
      `Cannot import ${name}; there are ${Object.keys(importableModules).join(", ")}.`,
    );
  };
  const body = `export default (require, exports) => {${script}\n};`;
  const url = URL.createObjectURL(new Blob([body], { type: "text/javascript" }));
  try {
    const { default: run } = (await import(url)) as {
      readonly default: (...given: readonly unknown[]) => void;
    };
    run(require, exports);
  } finally {
    URL.revokeObjectURL(url);
  }
  return exports;
};

const formatValue = (value: unknown): string => {
  if (typeof value === "string") return value;
  const plain = (_key: string, field: unknown): unknown =>
    typeof field === "bigint" ? String(field) : field;
  const text = JSON.stringify(value, plain, 2) as string | undefined;
  return text ?? String(value);
};
