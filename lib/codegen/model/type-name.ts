/** Words that cannot be the name of a type or of a type parameter. */
export const reservedTypeWords: readonly string[] = [
  ...["any", "bigint", "boolean", "never", "null", "number", "object", "string", "symbol"],
  ...["undefined", "unknown", "void", "as", "async", "await", "break", "case", "catch", "class"],
  ...["const", "continue", "debugger", "declare", "default", "delete", "do", "else", "enum"],
  ...["export", "extends", "false", "finally", "for", "function", "if", "implements", "import"],
  ...["in", "infer", "instanceof", "interface", "is", "keyof", "let", "module", "namespace"],
  ...["new", "of", "package", "private", "protected", "public", "readonly", "require", "return"],
  ...["static", "super", "switch", "this", "throw", "true", "try", "type", "typeof", "unique"],
  ...["var", "while", "with", "yield", "arguments", "eval", "intrinsic", "asserts", "global"],
  ...["using", "out", "accessor", "override", "satisfies", "abstract", "constructor", "get", "set"],
];

/**
 * Returns a valid TypeScript type name: reserved words get a `_` appended. Different names give different
 * results.
 */
export const escapeReservedTypeName = (name: string): string =>
  reservedTypeNames.has(name.replace(trailingUnderscoresPattern, "")) ? `${name}_` : name;

const trailingUnderscoresPattern = /(?<!_)_+$/u;

const reservedTypeNames: ReadonlySet<string> = new Set(reservedTypeWords);
