/**
 * Converts the path in an error, which locates a value in the request body, to a JSON pointer (RFC
 * 6901): `commands[0].choice` becomes `/commands/0/choice`. Keys may contain dots and brackets, so
 * the keys of the body determine where each one ends.
 */
export const toJsonPointer = (path: string, body: unknown): string => {
  let node = body;
  let rest = path;
  let pointer = "";
  while (rest !== "") {
    const key = parseIndex(rest) ?? parseFieldKey(node, rest) ?? parsePlainKey(rest);
    pointer += `/${key.name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    node = readJsonChild(node, key.name);
    rest = rest.slice(key.length).replace(/^\./, "");
  }
  return pointer;
};

/** Returns the value of a key or index; undefined if there is none. */
export const readJsonChild = (node: unknown, name: string): unknown =>
  typeof node === "object" && node !== null && Object.hasOwn(node, name)
    ? (node as Readonly<Record<string, unknown>>)[name]
    : undefined;

interface ParsedPathKey {
  readonly name: string;
  /** Length of the key in the path. */
  readonly length: number;
}

const parseIndex = (rest: string): ParsedPathKey | undefined => {
  const [written, name] = /^\[(\d+)\]/.exec(rest) ?? [];
  if (written !== undefined && name !== undefined) return { name, length: written.length };
  return parseQuotedKey(rest);
};

/** Returns a map key, which paths contain as JSON: `byText["a b"]`. */
const parseQuotedKey = (rest: string): ParsedPathKey | undefined => {
  const [, written] = /^\[("(?:[^"\\]|\\.)*")\]/.exec(rest) ?? [];
  return written === undefined
    ? undefined
    : { name: String(JSON.parse(written)), length: written.length + 2 };
};

const parseFieldKey = (node: unknown, rest: string): ParsedPathKey | undefined => {
  if (typeof node !== "object" || node === null) return undefined;
  const fitting = Object.keys(node).filter(
    (key) => key !== "" && rest.startsWith(key) && /^($|[.[])/.test(rest.slice(key.length)),
  );
  const name = fitting.reduce((longest, key) => (key.length > longest.length ? key : longest), "");
  return name === "" ? undefined : { name, length: name.length };
};

const parsePlainKey = (rest: string): ParsedPathKey => {
  const [name = rest] = /^[^.[]+/.exec(rest) ?? [];
  return { name, length: name.length };
};
