import { fits, indented } from "./lines.ts";

/** TypeScript, or one of the two files that JavaScript has. */
export type Form = "ts" | "js" | "d.ts";

/** What a file declares as a value, in its form. */
export const valueText = (
  form: Form,
  { name, type, value }: { readonly name: string; readonly type: string; readonly value: string },
): string => {
  if (form === "d.ts") return `export declare const ${name}: ${type};\n`;
  const head = `export const ${name}${form === "js" ? "" : `: ${type}`} =`;
  const first = value.split("\n")[0] ?? "";
  return fits(`${head} ${first}`) ? `${head} ${value};\n` : `${head}\n${indented(`${value};\n`)}`;
};
