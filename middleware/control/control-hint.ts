import { trustedCaller } from "../../lib/api.ts";
import type { ErrorDetails, Ledger } from "../../lib/index.ts";
import { findMostSimilarText } from "../../lib/internal.ts";
import { getErrorCodeAdvice } from "../errors/advice.ts";
import { getBodyValueAtPath, parseJsonPointer } from "../errors/body-places.ts";
import { createErrorHint, type ErrorHint, type PartialErrorHint } from "../errors/hint.ts";
import { toJsonPointer } from "../errors/json-pointer.ts";
import { createWrongPathHint } from "../errors/path-hint.ts";
import { suggestConstant } from "../errors/suggest-constant.ts";
import { suggestParty } from "../errors/suggest-names.ts";
import { controlApiRoutes, type ControlRoute, findControlRoute } from "./control-routes.ts";
import { parseJsonIfValid } from "./parse-json-object-body.ts";

/** A request to the control API. */
export interface ControlApiRequest {
  readonly method: string;
  /** Path below the mount. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Text, or the value that the host's body parser produced. */
  readonly body: unknown;
}

/** Returns a hint for an error of the control API, in the form of the ledger API's hints. */
export const createControlErrorHint = (
  details: ErrorDetails,
  request: ControlApiRequest,
  ledger: Ledger,
): ErrorHint => {
  const { code } = details;
  const route = findControlRoute(request.method, request.path);
  if (route === undefined) {
    return { ...unknownPathHint(request), page: createErrorHint({ code }).page };
  }
  return createErrorHint({ code, ...createHintParts(details, route, { request, ledger }) });
};

const createHintParts = (
  details: ErrorDetails,
  route: ControlRoute,
  { request, ledger }: { readonly request: ControlApiRequest; readonly ledger: Ledger },
): PartialErrorHint => {
  const { path, expected, code } = details;
  if (code === "UNKNOWN_RESOURCE") {
    return { part: "path parameter id", expected: "an existing id", advice: route.advice };
  }
  const advice = createAdvice(details, route);
  if (path === undefined) {
    const place =
      route.method === "get" ? findQueryParameter(request) : { part: "body", pointer: "" };
    return { ...place, expected: expected ?? null, advice };
  }
  const isQueryParameter = route.method === "get" || Object.hasOwn(request.query, path);
  const json = typeof request.body === "string" ? parseJsonIfValid(request.body) : request.body;
  const pointer = toJsonPointer(path, json);
  const place = isQueryParameter ? { part: `query parameter ${path}` } : { part: "body", pointer };
  const written = isQueryParameter
    ? request.query[path]
    : getBodyValueAtPath(json, parseJsonPointer(pointer));
  const key = isQueryParameter ? path : (parseJsonPointer(pointer).at(-1) ?? "");
  const meant =
    key === "party" && typeof written === "string"
      ? suggestParty(written, trustedCaller, ledger.state)
      : findNearestName(details, key, written);
  return {
    ...place,
    expected: expected ?? null,
    nearest: meant ?? null,
    advice:
      meant === undefined
        ? advice
        : isUnknownName(details, key)
          ? `Name it ${meant}, not ${key}.`
          : `Write ${meant}.`,
  };
};

const findQueryParameter = ({ query }: ControlApiRequest): Pick<PartialErrorHint, "part"> => {
  const [name] = Object.keys(query).filter((each) => each !== "party");
  return name === undefined ? {} : { part: `query parameter ${name}` };
};

/** Returns the known name, or the valid value, that is nearest to the given one. */
const findNearestName = (
  details: ErrorDetails,
  key: string,
  written: unknown,
): string | undefined => {
  const { cause, expected = "" } = details;
  const [, suggestion] =
    /^[^\n]*did you mean ([^\n?]+)\?/.exec(cause) ?? /, such as (\S+)$/.exec(expected) ?? [];
  if (suggestion !== undefined) return suggestion;
  const [, list] = /^one of (.+)$/.exec(expected) ?? [];
  const word = isUnknownName(details, key) ? key : written;
  if (typeof word !== "string" || list === undefined) return undefined;
  return (
    findMostSimilarText(word, list.split(", ")) ?? suggestConstant([word], list.split(", "))?.[1]
  );
};

/** Returns true if the error is about the name of a field; false if it is about the value. */
const isUnknownName = ({ cause }: ErrorDetails, key: string): boolean => {
  const [before, meant] = cause.split("; did you mean ", 2);
  if (meant === undefined) return !cause.includes(", got ");
  return before?.split(" ").at(-1)?.replaceAll('"', "") === key;
};

const createAdvice = ({ context, code, path }: ErrorDetails, { advice }: ControlRoute): string => {
  const { line, column } = context;
  if (line !== undefined) {
    const correction = `Correct line ${line}, column ${String(column)}.`;
    return path === "" ? `${correction} ${advice}` : correction;
  }
  if (code === "INVALID_ARGUMENT") return advice;
  const onCode = getErrorCodeAdvice({ code });
  // If the error names no field, the body has the right form, and the route's advice does not help.
  return path === undefined && onCode !== "" ? onCode : `${onCode} ${advice}`.trim();
};

/** Returns a hint for an unknown path: the nearest route, or the list of all. */
const unknownPathHint = (request: ControlApiRequest): ErrorHint => {
  const method = request.method.toLowerCase();
  const collectionRoute = controlApiRoutes.find(
    (route) => route.method === method && route.path.replace("/{id}", "") === request.path,
  );
  if (collectionRoute !== undefined) {
    const called = `${request.method} ${collectionRoute.path}`;
    return createErrorHint({
      part: "path",
      expected: called,
      advice: `Call ${called}. ${collectionRoute.advice}`,
    });
  }
  // Ids are numbers, or names for named snapshots; another word in that place means a wrong path.
  const namesSnapshot = /\/\d+(?:\/|$)|^\/snapshots\/[^/]+\/[^/]/.test(request.path);
  return createWrongPathHint(
    request,
    controlApiRoutes.filter(({ path }) => namesSnapshot || !path.includes("{")),
  );
};

const secretHeaderHint = {
  part: "header Authorization",
  expected: "Authorization: Bearer <secret>",
};

/** Returns a hint for a request without the right secret. Reveals nothing about the secret. */
export const createControlSecretHint = (authorization: string | undefined): ErrorHint => {
  const [, given] = /^bearer +(.+)/i.exec(authorization ?? "") ?? [];
  const isToken = given?.split(".").length === 3;
  return createErrorHint({
    ...secretHeaderHint,
    code: "UNAUTHENTICATED",
    cause:
      authorization === undefined
        ? "The request has no header Authorization."
        : given === undefined
          ? "The header Authorization does not have the form Bearer <secret>."
          : isToken
            ? "The header contains a user's token, not the secret of the control API."
            : "The secret is wrong.",
    advice:
      "Send the secret of --control-secret (or of the router's option secret). Without the option, the command line prints a generated secret when it starts.",
  });
};

/** Returns a hint for a request from another machine if there is no secret. */
export const createRemoteAccessHint = (why: string): ErrorHint =>
  createErrorHint({
    code: "PERMISSION_DENIED",
    part: why.includes("another host")
      ? "header Host"
      : why.includes("origin")
        ? "header Origin"
        : null,
    expected: "a program on the machine of the ledger",
    advice:
      "Set a secret for the router (createControlRouter(ledger, { secret }), or --control-secret), and send it as Authorization: Bearer <secret>.",
  });
