import { createErrorHint, type ErrorHint } from "./hint.ts";
import { createOtherReleasesHint } from "./other-releases-hint.ts";
import {
  findOnlyRelatedRoute,
  findRelatedRoutes,
  findV2PathForV1Path,
  type OperationRoute,
  suggestPath,
} from "./suggest-path.ts";

interface RequestedPath {
  readonly method: string;
  readonly path: string;
  /** True for a WebSocket handshake that reached the router, which means that the server opens no WebSockets. */
  readonly isUpgrade?: boolean;
  /** True if the request was made with `createFetch`. */
  readonly isFetch?: boolean;
  /** Mount path of the router; empty or absent for the root. */
  readonly mount?: string;
  /** Other releases of the API that have the operation. */
  readonly releases?: readonly string[] | undefined;
}

/** Returns the hint for a path without an operation, at least for this method. */
export const createWrongPathHint = (
  asked: RequestedPath,
  routes: readonly OperationRoute[],
): ErrorHint => {
  const { method, mount = "", path, releases } = asked;
  const found =
    createOtherReleasesHint(method, path, releases) ??
    (asked.isFetch === true ? prefixHint(asked, routes) : undefined) ??
    hintBelowMount(asked, routes);
  if (mount === "") return found;
  if (mount.endsWith("/v2")) {
    const advice = `The router is mounted at ${mount}, so the API is at ${mount}/v2. Mount it at / or at a path such as /ledger.`;
    return { ...found, advice };
  }
  return { ...found, advice: `${found.advice ?? ""} The ledger is mounted at ${mount}.` };
};

/** Returns the hint for a path that begins with the path of a client's base URL; otherwise undefined. */
const prefixHint = (
  { method, path }: RequestedPath,
  routes: readonly OperationRoute[],
): ErrorHint | undefined => {
  const start = path.search(/\/v[02]\//u);
  const isCalled = (route: OperationRoute): boolean =>
    route.path === path.slice(start) &&
    route.method.toUpperCase() === method &&
    route.isStream !== true;
  if (start <= 0 || !routes.some(isCalled)) return undefined;
  return createErrorHint({
    part: "path",
    expected: path.slice(start),
    nearest: path.slice(start),
    advice: `If the base URL of the client has the path ${path.slice(0, start)}, pass prefix: "${path.slice(0, start)}" to createFetch.`,
  });
};

const hintBelowMount = (
  { method, path, isUpgrade = false }: RequestedPath,
  routes: readonly OperationRoute[],
): ErrorHint => {
  const successor = findV2PathForV1Path(path);
  const suggestion = successor ?? suggestPath(path, routes) ?? findOnlyRelatedRoute(path, routes);
  if (suggestion === undefined) return createUnknownPathHint(path, routes);
  const { methods } = suggestion;
  const isStream = routes.some(
    (route) => route.path === suggestion.path && route.isStream === true,
  );
  const old = successor === undefined ? "" : version1Advice;
  const call = `${old}Call ${methods.join(" or ")} ${suggestion.path}.`;
  return createErrorHint({
    part: suggestion.path === path ? "method" : "path",
    expected: methods.map((each) => `${each} ${suggestion.path}`).join(" or "),
    nearest: suggestion.path === path ? (methods[0] ?? null) : suggestion.path,
    advice:
      isStream && method === "GET"
        ? isUpgrade
          ? `${old}This server opens no WebSockets yet: call attachLedgerStreams(server, ledger, options) of ledger-in-a-box/middleware, with the mount path of the router.`
          : `${old}Call POST ${suggestion.path}; GET opens a WebSocket.`
        : methods.includes(method)
          ? call
          : `${call} It does not support ${method}.`,
  });
};

const version1Advice =
  "The JSON API of version 1 is not supported; requests have a different format now. ";

/** Returns the hint for a method that a path does not support. */
export const createUnsupportedMethodHint = (
  { method, path, releases, allowed }: RequestedPath & { readonly allowed: readonly string[] },
  routes: readonly OperationRoute[],
): ErrorHint => {
  const other = createOtherReleasesHint(method, path, releases);
  if (other !== undefined) return other;
  const taken = allowed.filter((each) => each !== "HEAD");
  const above = findParentRoute({ method, path }, routes);
  const only = taken.length === 1 ? taken[0] : undefined;
  return createErrorHint({
    part: "method",
    expected: taken.join(" or "),
    nearest: only ?? null,
    advice:
      above === undefined
        ? `${path} supports ${taken.join(" or ")}, not ${method}.`
        : `${path} supports ${taken.join(" or ")}, not ${method}; use ${method} ${above.path}.`,
  });
};

/**
 * Returns the route without the last segment, if the client used that segment as an action, as in
 * `POST /v2/parties/allocate`.
 */
const findParentRoute = (
  { method, path }: RequestedPath,
  routes: readonly OperationRoute[],
): OperationRoute | undefined =>
  routes.find(
    (route) => route.method.toUpperCase() === method && path.startsWith(`${route.path}/`),
  );

const formatRoute = ({ method, path }: OperationRoute): string => `${method.toUpperCase()} ${path}`;

const documentPath = "/docs/openapi";

const createUnknownPathHint = (path: string, routes: readonly OperationRoute[]): ErrorHint => {
  const related = findRelatedRoutes(path, routes);
  const listed = related.map((route) => `${route.method.toUpperCase()} ${route.path}`);
  return createErrorHint({
    part: "path",
    expected:
      listed.length === 0
        ? "a path of the JSON Ledger API, such as /v2/version"
        : `one of ${listed.join(", ")}`,
    advice: routes.some((route) => route.path === documentPath)
      ? `GET ${documentPath} lists all paths.`
      : `Available: ${[...new Set(routes.map(formatRoute))].join(", ")}.`,
  });
};
