import { findMostSimilarText } from "../../lib/internal.ts";

/** Method and path of an operation. */
export interface OperationRoute {
  /** HTTP method in lower case. */
  readonly method: string;
  /** Path with `{name}` for parameters. */
  readonly path: string;
  /** True if a WebSocket can be opened there. */
  readonly isStream?: boolean;
}

interface SuggestedPath {
  readonly path: string;
  /** Methods in upper case. */
  readonly methods: readonly string[];
}

/**
 * Returns the nearest path to an unknown one, with its parameters filled in; undefined if none is
 * near. Compares with every path.
 */
export const suggestPath = (
  path: string,
  routes: readonly OperationRoute[],
): SuggestedPath | undefined => {
  const [plain = ""] = path.split("?");
  if (plain.length > maxLength) return undefined;
  for (const find of [findSamePath, findSimilarPath, findPathByPrefix, findPathByWords]) {
    for (const candidate of pathVariants(plain)) {
      const routesThere = fillRouteParameters(candidate, routes);
      const found = find(candidate, routesThere);
      if (found === undefined) continue;
      const methods = routesThere.filter((route) => route.path === found);
      return { path: found, methods: methods.map(({ method }) => method.toUpperCase()) };
    }
  }
  return undefined;
};

/** Maximum length of a path that is compared. */
const maxLength = 400;

/**
 * Returns probable variants of the path: without a prefix before its version, with a version,
 * without an extension.
 */
const pathVariants = (path: string): readonly string[] => {
  const trimmed = path.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  const at = Math.max(...["/v2/", "/v0/"].map((each) => trimmed.toLowerCase().lastIndexOf(each)));
  const unversioned = trimmed.replace(/^\/(?:api|json-api|ledger)(?=\/)/, "");
  return [
    trimmed,
    trimmed.replace(/\.(?:json|ya?ml|html)$/, ""),
    at < 0 ? `/v2${unversioned}` : trimmed.slice(at),
  ];
};

/** A route with the path's segments as its parameters. */
interface RouteWithParameters extends OperationRoute {
  /** The fixed segments of the route. */
  readonly fixed: string;
  /** The segments of the requested path at the positions of the fixed segments. */
  readonly written: string;
}

/**
 * Returns all routes without parameters, and the routes with parameters that have as many segments
 * as the path. Their parameters are filled in from the path.
 */
const fillRouteParameters = (
  path: string,
  routes: readonly OperationRoute[],
): readonly RouteWithParameters[] => {
  const segments = path.split("/");
  return routes.flatMap((route): RouteWithParameters[] => {
    if (!route.path.includes("{")) return [{ ...route, fixed: route.path, written: path }];
    const parts = route.path.split("/");
    if (parts.length !== segments.length) return [];
    const isFixed = (_: string, index: number): boolean => parts[index]?.startsWith("{") !== true;
    return [
      {
        ...route,
        path: parts.map((part, at) => (isFixed(part, at) ? part : segments[at])).join("/"),
        fixed: parts.filter(isFixed).join("/"),
        written: segments.filter(isFixed).join("/"),
      },
    ];
  });
};

type RouteFinder = (path: string, routes: readonly RouteWithParameters[]) => string | undefined;

const findSamePath: RouteFinder = (_, routes) =>
  routes.find(({ fixed, written }) => fixed.toLowerCase() === written.toLowerCase())?.path;

/** Compares the fixed segments only. */
const findSimilarPath: RouteFinder = (_, routes) => {
  for (const { written } of routes) {
    const alike = routes.filter((route) => route.written === written);
    const suggestion = findMostSimilarText(
      written,
      alike.map(({ fixed }) => fixed),
    );
    if (suggestion !== undefined) return alike.find(({ fixed }) => fixed === suggestion)?.path;
  }
  return undefined;
};

/** Returns the shortest route that starts with the path, as for `/v2/commands/submit`. */
const findPathByPrefix: RouteFinder = (path, routes) =>
  path.split("/").length < 4
    ? undefined
    : routes
        .map((route) => route.path)
        .filter((each) => each.startsWith(`${path}-`))
        .sort((one, other) => one.length - other.length)[0];

/** Returns the shortest route that contains all words of the path. */
const findPathByWords: RouteFinder = (path, routes) => {
  const wanted = splitPathWords(path);
  const others = ({ path: other }: OperationRoute): number =>
    splitPathWords(other).size - wanted.size;
  return routes
    .filter(({ path: other }) => [...wanted].every((word) => splitPathWords(other).has(word)))
    .filter((route) => wanted.size > 1 || (wanted.size === 1 && others(route) === 0))
    .sort((one, other) => others(one) - others(other))[0]?.path;
};

/**
 * Returns routes below the path, otherwise those that share words with it; at most eight, the most
 * similar first.
 */
export const findRelatedRoutes = (
  path: string,
  routes: readonly OperationRoute[],
): readonly OperationRoute[] => {
  if (path.length < 2 || path.length > maxLength) return [];
  const below = routes.filter((route) => route.path.startsWith(path.replace(/(?<!\/)\/+$/, "")));
  if (below.length > 0) return below.slice(0, 8);
  const wanted = [...splitPathWords(path)].flatMap((word) => [
    word,
    ...(pathWordSynonyms[word] ?? []),
  ]);
  const shared = (route: OperationRoute): number =>
    wanted.filter((word) => splitPathWords(route.path).has(word)).length;
  return routes
    .filter((route) => shared(route) > 0)
    .toSorted((one, other) => shared(other) - shared(one))
    .slice(0, 8);
};

/**
 * Returns the only route that shares words with the path. If several routes have the same words, returns the
 * shortest.
 */
export const findOnlyRelatedRoute = (
  path: string,
  routes: readonly OperationRoute[],
): SuggestedPath | undefined => {
  const found = findRelatedRoutes(path, routes);
  const [first] = found.toSorted((one, other) => one.path.length - other.path.length);
  const related = found.filter(
    (route) => !hasSameWords(route, first) || route.path === first?.path,
  );
  return first === undefined ||
    first.path.includes("{") ||
    related.some((route) => route.path !== first.path)
    ? undefined
    : { path: first.path, methods: related.map(({ method }) => method.toUpperCase()) };
};

const hasSameWords = (route: OperationRoute, other: OperationRoute | undefined): boolean =>
  other !== undefined &&
  [...splitPathWords(route.path)].sort().join() === [...splitPathWords(other.path)].sort().join();

/** Returns the words of a path in lower case and singular, without words that carry no meaning. */
const splitPathWords = (path: string): ReadonlySet<string> =>
  new Set(
    path
      .replaceAll(/\{[^{}]*\}/g, "")
      .split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/)
      .map((word) => word.toLowerCase().replace(/ies$/, "y").replace(/s$/, ""))
      .filter((word) => word !== "" && !ignoredWords.has(word)),
  );

const ignoredWords = new Set(["v0", "v2", "by", "id", "for", "and", "get", "api"]);

/** Synonyms for words of paths. */
const pathWordSynonyms: Readonly<Record<string, readonly string[]>> = {
  ac: ["active", "contract"],
  search: ["active", "contract"],
  query: ["active", "contract"],
  transaction: ["update"],
  tx: ["update"],
  event: ["update"],
  health: ["livez", "readyz"],
  healthz: ["livez", "readyz"],
  statu: ["livez", "readyz"],
  ping: ["livez", "readyz"],
  swagger: ["openapi"],
  me: ["authenticated", "user"],
  whoami: ["authenticated", "user"],
};

/** Returns the successor of a path of the JSON API version 1. */
export const findV2PathForV1Path = (path: string): SuggestedPath | undefined => {
  const [plain = ""] = path.split("?");
  const found = successorByPath.get(plain.replace(/\/$/, ""));
  return found === undefined
    ? undefined
    : { path: found.slice(found.indexOf("/")), methods: found.split(" ").slice(0, 1) };
};

const successorByPath: ReadonlyMap<string, string> = new Map([
  ["/v1/create", "POST /v2/commands/submit-and-wait-for-transaction"],
  ["/v1/exercise", "POST /v2/commands/submit-and-wait-for-transaction"],
  ["/v1/create-and-exercise", "POST /v2/commands/submit-and-wait-for-transaction"],
  ["/v1/query", "POST /v2/state/active-contracts"],
  ["/v1/fetch", "POST /v2/contracts/contract-by-id"],
  ["/v1/stream/query", "POST /v2/updates"],
  ["/v1/stream/fetch", "POST /v2/updates"],
  ["/v1/parties", "GET /v2/parties"],
  ["/v1/parties/allocate", "POST /v2/parties"],
  ["/v1/packages", "GET /v2/packages"],
  ["/v1/users", "GET /v2/users"],
  ["/v1/user", "GET /v2/authenticated-user"],
  ["/v1/user/create", "POST /v2/users"],
]);
