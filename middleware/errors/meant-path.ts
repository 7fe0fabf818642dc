import { nearest } from "../../lib/internal.ts";

/** An operation, by where it is called. */
export interface Route {
  /** Lower case. */
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  /** Whether a WebSocket may be opened there. */
  readonly isStream?: boolean;
}

interface MeantPath {
  readonly path: string;
  /** In capitals. */
  readonly methods: readonly string[];
}

/**
 * The path that was meant by one that is none, with what stands there for parameters; undefined when none is near. Costs
 * a comparison with every path.
 */
export const meantPath = (path: string, routes: readonly Route[]): MeantPath | undefined => {
  const [plain = ""] = path.split("?");
  if (plain.length > maxLength) return undefined;
  for (const find of [same, near, begun, ofSameWords]) {
    for (const candidate of rewritten(plain)) {
      const routesThere = filled(candidate, routes);
      const found = find(candidate, routesThere);
      if (found === undefined) continue;
      const methods = routesThere.filter((route) => route.path === found);
      return { path: found, methods: methods.map(({ method }) => method.toUpperCase()) };
    }
  }
  return undefined;
};

/** Longer paths are none that somebody has misspelt. */
const maxLength = 400;

/** The path as it may have been meant: without what is before its version, with a version, without an extension. */
const rewritten = (path: string): readonly string[] => {
  const trimmed = path.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  const at = Math.max(...["/v2/", "/v0/"].map((each) => trimmed.toLowerCase().lastIndexOf(each)));
  const unversioned = trimmed.replace(/^\/(?:api|json-api|ledger)(?=\/)/, "");
  return [
    trimmed,
    trimmed.replace(/\.(?:json|ya?ml|html)$/, ""),
    at < 0 ? `/v2${unversioned}` : trimmed.slice(at),
  ];
};

/** A route as a path would call it. */
interface FilledRoute extends Route {
  /** What of the route is fixed. */
  readonly fixed: string;
  /** What stands in the path where the route is fixed. */
  readonly written: string;
}

/** The routes, with what the path has where they have parameters; those of other lengths left out. */
const filled = (path: string, routes: readonly Route[]): readonly FilledRoute[] => {
  const segments = path.split("/");
  return routes.flatMap((route): FilledRoute[] => {
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

type Find = (path: string, routes: readonly FilledRoute[]) => string | undefined;

const same: Find = (_, routes) =>
  routes.find(({ fixed, written }) => fixed.toLowerCase() === written.toLowerCase())?.path;

/** What stands for parameters is not compared. */
const near: Find = (_, routes) => {
  for (const { written } of routes) {
    const alike = routes.filter((route) => route.written === written);
    const meant = nearest(
      written,
      alike.map(({ fixed }) => fixed),
    );
    if (meant !== undefined) return alike.find(({ fixed }) => fixed === meant)?.path;
  }
  return undefined;
};

/** The shortest path that this one is the beginning of, as `/v2/commands/submit` is. */
const begun: Find = (path, routes) =>
  path.split("/").length < 4
    ? undefined
    : routes
        .map((route) => route.path)
        .filter((each) => each.startsWith(`${path}-`))
        .sort((one, other) => one.length - other.length)[0];

/** The shortest path with all the words of this one. */
const ofSameWords: Find = (path, routes) => {
  const wanted = wordsOf(path);
  const others = ({ path: other }: Route): number => wordsOf(other).size - wanted.size;
  return routes
    .filter(({ path: other }) => [...wanted].every((word) => wordsOf(other).has(word)))
    .filter((route) => wanted.size > 1 || (wanted.size === 1 && others(route) === 0))
    .sort((one, other) => others(one) - others(other))[0]?.path;
};

/** Routes below the path, else those that share words with it; eight at most, the likeliest first. */
export const relatedRoutes = (path: string, routes: readonly Route[]): readonly Route[] => {
  if (path.length < 2 || path.length > maxLength) return [];
  const below = routes.filter((route) => route.path.startsWith(path.replace(/(?<!\/)\/+$/, "")));
  if (below.length > 0) return below.slice(0, 8);
  const wanted = [...wordsOf(path)].flatMap((word) => [word, ...(alsoCalled[word] ?? [])]);
  const shared = (route: Route): number =>
    wanted.filter((word) => wordsOf(route.path).has(word)).length;
  return routes
    .filter((route) => shared(route) > 0)
    .toSorted((one, other) => shared(other) - shared(one))
    .slice(0, 8);
};

/** The one path that shares words with this one; of several of the same words the shortest. */
export const onlyRelated = (path: string, routes: readonly Route[]): MeantPath | undefined => {
  const found = relatedRoutes(path, routes);
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

const hasSameWords = (route: Route, other: Route | undefined): boolean =>
  other !== undefined &&
  [...wordsOf(route.path)].sort().join() === [...wordsOf(other.path)].sort().join();

/** In lower case and the singular, without those that say little. */
const wordsOf = (path: string): ReadonlySet<string> =>
  new Set(
    path
      .replaceAll(/\{[^{}]*\}/g, "")
      .split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/)
      .map((word) => word.toLowerCase().replace(/ies$/, "y").replace(/s$/, ""))
      .filter((word) => word !== "" && !silent.has(word)),
  );

const silent = new Set(["v0", "v2", "by", "id", "for", "and", "get", "api"]);

/** Words for what paths call otherwise. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
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

/** What took the place of a path of the JSON API of version 1. */
export const successorOf = (path: string): MeantPath | undefined => {
  const [plain = ""] = path.split("?");
  const found = successors.get(plain.replace(/\/$/, ""));
  return found === undefined
    ? undefined
    : { path: found.slice(found.indexOf("/")), methods: found.split(" ").slice(0, 1) };
};

const successors: ReadonlyMap<string, string> = new Map([
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
