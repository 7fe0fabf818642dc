/** Method and path of an operation. */
export interface RoutableOperation {
  readonly operationId: string;
  /** HTTP method in lower case. */
  readonly method: string;
  /** Path with `{name}` for parameters. */
  readonly path: string;
}

export type RouteMatch =
  | {
      readonly kind: "found";
      readonly operationId: string;
      /** Path parameters, still percent-encoded. */
      readonly pathParameters: readonly (readonly [name: string, text: string])[];
    }
  | { readonly kind: "methodNotAllowed"; readonly allowed: readonly string[] }
  | { readonly kind: "notFound" };

/** Maps method and path to an operation. Paths without parameters take precedence. */
export interface RouteTable {
  /** Returns the operation. HEAD matches GET; repeated and trailing slashes are ignored. */
  match(method: string, path: string): RouteMatch;
}

/**
 * Creates a route table. A match costs one look-up, and a few comparisons for paths with
 * parameters.
 */
export const createRouteTable = (operations: readonly RoutableOperation[]): RouteTable => {
  const exact = new Map<string, Map<string, RouteMatch>>();
  const templates = new Map<number, PathTemplate[]>();
  for (const operation of operations) {
    if (operation.path.includes("{")) addTemplateRoute(templates, operation);
    else addExactRoute(exact, operation);
  }
  return {
    match: (method, path) => {
      const name = method === "HEAD" ? "get" : method.toLowerCase();
      const plain = normalizePath(path);
      const methods = exact.get(plain);
      return methods?.get(name) ?? matchTemplates(templates, name, plain, methods);
    },
  };
};

interface PathTemplate {
  readonly operation: RoutableOperation;
  readonly segments: readonly PathSegment[];
}

type PathSegment =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "parameter"; readonly name: string };

const addExactRoute = (
  exact: Map<string, Map<string, RouteMatch>>,
  { operationId, method, path }: RoutableOperation,
): void => {
  const methods = exact.get(path) ?? new Map<string, RouteMatch>();
  methods.set(method, { kind: "found", operationId, pathParameters: [] });
  exact.set(path, methods);
};

const addTemplateRoute = (
  templates: Map<number, PathTemplate[]>,
  operation: RoutableOperation,
): void => {
  const segments = operation.path.split("/").map(parseSegment);
  const sameLength = templates.get(segments.length) ?? [];
  sameLength.push({ operation, segments });
  templates.set(segments.length, sameLength);
};

const parseSegment = (text: string): PathSegment =>
  text.startsWith("{") ? { kind: "parameter", name: text.slice(1, -1) } : { kind: "literal", text };

const matchTemplates = (
  templates: Map<number, PathTemplate[]>,
  method: string,
  path: string,
  exactMethods: ReadonlyMap<string, RouteMatch> | undefined,
): RouteMatch => {
  const allowed = new Set(exactMethods?.keys());
  const segments = path.split("/");
  for (const template of templates.get(segments.length) ?? []) {
    const pathParameters = matchSegments(template.segments, segments);
    if (pathParameters === undefined) continue;
    const { operation } = template;
    if (operation.method === method) {
      return { kind: "found", operationId: operation.operationId, pathParameters };
    }
    allowed.add(operation.method);
  }
  return allowed.size === 0 ? { kind: "notFound" } : methodNotAllowed(allowed);
};

const matchSegments = (
  template: readonly PathSegment[],
  segments: readonly string[],
): [string, string][] | undefined => {
  const parameters: [string, string][] = [];
  for (const [index, segment] of template.entries()) {
    const text = segments[index] ?? "";
    if (segment.kind === "literal" ? segment.text !== text : text === "") return undefined;
    if (segment.kind === "parameter") parameters.push([segment.name, text]);
  }
  return parameters;
};

const methodNotAllowed = (methods: ReadonlySet<string>): RouteMatch => {
  const names = [...methods].map((method) => method.toUpperCase());
  return {
    kind: "methodNotAllowed",
    allowed: (methods.has("get") ? [...names, "HEAD"] : names).sort(),
  };
};

/**
 * Normalizes the paths that clients build carelessly: `//v2/updates`, `/v2/users/`, `/v2/./users`,
 * `/v2/%75sers` (RFC 3986, 6.2.2).
 */
const normalizePath = (path: string): string => {
  let plain = path;
  if (plain.includes("%")) plain = plain.replace(/%[0-9a-f]{2}/gi, unescapeCharacter);
  if (plain.includes("/.")) plain = removeDotSegments(plain);
  if (plain.includes("//")) plain = plain.replace(/\/{2,}/g, "/");
  const isTrailing = plain.length > 1 && plain.endsWith("/");
  return isTrailing ? plain.slice(0, -1) : plain;
};

/**
 * Decodes percent-encoded characters that need no encoding. Others stay encoded, because decoding them would
 * change the meaning of the path.
 */
const unescapeCharacter = (escaped: string): string => {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : escaped;
};

const removeDotSegments = (path: string): string => {
  const segments: string[] = [];
  for (const segment of path.split("/").slice(1)) {
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
};
