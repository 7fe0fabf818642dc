import { errorBody } from "../../lib/api.ts";
import type { DamlFailure, ErrorDetails } from "../../lib/index.ts";
import { truncateText } from "../../lib/internal.ts";
import type { TokenFault } from "../auth/token-fault.ts";
import { getErrorCodeAdvice, getFieldAdviceAtPath } from "./advice.ts";
import {
  type BodyKeyPath,
  findKeyInRequestBody,
  formatJsonPointer,
  getBodyValueAtPath,
  parseJsonPointer,
} from "./body-places.ts";
import { createPermissionDeniedFinding } from "./create-permission-denied-finding.ts";
import type { FailedRequestForHint, RequestParameterValue } from "./failed-request-for-hint.ts";
import { findMistakeAtBodyPath, findMistakeInParameter } from "./finding-at-place.ts";
import { findRequestMistake, type MistakeFinding } from "./findings.ts";
import { findWrapperField } from "./ignored-fields.ts";
import { readJsonChild, toJsonPointer } from "./json-pointer.ts";
import { findSpecificationRuleOfError } from "./rules.ts";
import { suggestConstant } from "./suggest-constant.ts";

/** Information for developers in addition to the error. Unknown parts are null. */
export interface ErrorHint {
  /** The fault, in one sentence, if the error withholds it. */
  readonly cause: string | null;
  /** The faulty part of the request: `body`, `header Authorization`, `path parameter user-id`, … */
  readonly part: string | null;
  /** JSON pointer into the request's body. */
  readonly pointer: string | null;
  /** A valid value. */
  readonly expected: string | null;
  /** The valid name nearest to the one in the request. */
  readonly nearest: string | null;
  /** The remedy, in one or two sentences. */
  readonly advice: string | null;
  /** Number of the broken rule in `spec/rules.yaml`. */
  readonly rule: string | null;
  /** Page that explains the error code. */
  readonly page: string;
  /** The place of a failure of Daml code. */
  readonly daml: DamlFailure | null;
}

/** The known parts of a hint. */
export type PartialErrorHint = Partial<Omit<ErrorHint, "page" | "daml">> & {
  readonly code?: string;
};

/** Returns a hint with null for unknown parts. */
export const createErrorHint = ({ code, ...parts }: PartialErrorHint): ErrorHint => ({
  cause: truncatePart(parts.cause),
  part: truncatePart(parts.part),
  // A truncated pointer would be wrong.
  pointer: (parts.pointer ?? "").length > maxText ? null : (parts.pointer ?? null),
  expected: truncatePart(parts.expected),
  nearest: truncatePart(parts.nearest),
  advice: truncatePart(parts.advice),
  rule: parts.rule ?? null,
  page: code === undefined ? errorPagePath : `${errorPagePath}#${code.toLowerCase()}`,
  daml: null,
});

/** Maximum length of a text in a hint. Texts from the client may be longer; they are truncated. */
const maxText = 2_000;

const truncatePart = (text: string | null | undefined): string | null =>
  text === undefined || text === null ? null : truncateText(text, maxText);

/** Page of errors in the installed package. */
const errorPagePath = "node_modules/ledger-in-a-box/docs/errors.md";

/**
 * Returns the hint for an error. If the details of the error are withheld from clients, returns a
 * hint only for UNAUTHENTICATED, PERMISSION_DENIED, and errors that say which value was expected.
 */
export const findErrorHint = (
  details: ErrorDetails,
  request: FailedRequestForHint,
): ErrorHint | undefined => {
  const { code } = details;
  if (code === "UNAUTHENTICATED") {
    return request.tokenFault === undefined
      ? undefined
      : createTokenHint(request.tokenFault, code, request.operationId);
  }
  const isWithheld = errorBody(details).errorCategory === -1;
  const isPermissionDenied = code === "PERMISSION_DENIED";
  if (isWithheld && !isPermissionDenied && details.expected === undefined) return undefined;
  const finding =
    findWrapperField(request) ??
    (isPermissionDenied
      ? createPermissionDeniedFinding(details, request)
      : findRequestMistake(details, request));
  const place = finding?.keys ?? findErrorKeys(details, request);
  const parameter = place === undefined ? findParameter(details, request) : undefined;
  const named = finding ?? {};
  const found =
    place === undefined
      ? parameter && findMistakeInParameter(parameter, request)
      : findMistakeAtBodyPath(place, request);
  const keys = named.keys ?? found?.keys ?? place;
  const listed = { nearest: findNearestConstant(keys, details, request.body) };
  const merged: MistakeFinding = {
    ...listed,
    ...omitUndefinedFields(found ?? {}),
    ...omitUndefinedFields(named),
  };
  // For a withheld error the hint alone says what was expected.
  const expected =
    (isWithheld || merged.expected === undefined
      ? (details.expected ?? merged.expected)
      : merged.expected) ?? describeAbsentField(keys, request.body);
  return createErrorHint({
    code,
    cause: isPermissionDenied ? details.cause : null,
    part: merged.part ?? parameter?.part ?? (keys === undefined ? null : "body"),
    pointer: keys === undefined ? null : formatJsonPointer(keys),
    expected: expected ?? null,
    nearest: omitIfAlreadySent(keys, request.body, merged.nearest),
    advice: merged.advice ?? createAdvice(details, keys, { ...merged, expected }),
    rule: findSpecificationRuleOfError(details, request.operationId) ?? null,
  });
};

const createTokenHint = (
  { part = "header Authorization", cause, expected, nearest: suggestion, advice }: TokenFault,
  code: string,
  operationId: string,
): ErrorHint =>
  createErrorHint({
    code,
    cause,
    part,
    expected: expected ?? null,
    nearest: suggestion ?? null,
    advice: operationId === "getLedgerApiVersion" ? `${advice} ${versionAdvice}` : advice,
  });

/** Network probes ask a participant for its version without a token. */
const versionAdvice =
  'A participant returns its version without a token. This ledger does too with precedence: "participant" (--precedence participant), or with auth: "disabled" (--auth disabled).';

const omitUndefinedFields = (finding: MistakeFinding): MistakeFinding =>
  Object.fromEntries(Object.entries(finding).filter(([, value]) => value !== undefined));

const describeAbsentField = (keys: BodyKeyPath | undefined, body: unknown): string | undefined =>
  keys === undefined || keys.length === 0 || getBodyValueAtPath(body, keys) !== undefined
    ? undefined
    : `the field ${String(keys.at(-1))}`;

/** Returns the constant that the error lists and that is nearest to the given word. */
const findNearestConstant = (
  keys: BodyKeyPath | undefined,
  { expected = "" }: ErrorDetails,
  body: unknown,
): string | undefined => {
  const [, list] = /^one of (.+)$/.exec(expected) ?? [];
  const value = keys && getBodyValueAtPath(body, keys);
  return list === undefined || typeof value !== "string"
    ? undefined
    : suggestConstant([value], list.split(", "))?.[1];
};

/** Returns the valid value, unless the body already contains it. */
const omitIfAlreadySent = (
  keys: BodyKeyPath | undefined,
  body: unknown,
  suggestion: string | undefined,
): string | null =>
  suggestion === undefined || (keys !== undefined && getBodyValueAtPath(body, keys) === suggestion)
    ? null
    : suggestion;

const createAdvice = (
  details: ErrorDetails,
  keys: BodyKeyPath | undefined,
  {
    nearest: suggestion,
    expected,
  }: Pick<MistakeFinding, "nearest"> & { readonly expected: string | undefined },
): string => {
  const isVague = ambiguousErrorCodes.has(details.code);
  if (suggestion !== undefined) {
    return `Write ${suggestion}.${isVague ? "" : ` ${getErrorCodeAdvice(details)}`}`;
  }
  // Describe identifiers in words instead of a regular expression.
  const isDescribed =
    details.expected !== undefined &&
    details.code !== "INVALID_FIELD" &&
    !details.expected.includes(" like ^");
  const onField = isVague && !isDescribed ? getFieldAdviceAtPath(keys ?? []) : undefined;
  if (onField !== undefined) return onField;
  return details.expected === undefined ? getErrorCodeAdvice(details) : `Give ${String(expected)}.`;
};

/** Codes with many possible causes, for which the field is more informative. */
const ambiguousErrorCodes = new Set<ErrorDetails["code"]>([
  "INVALID_ARGUMENT",
  "INVALID_FIELD",
  "INVALID_PRESCRIBED_SYNCHRONIZER_ID",
  "LEDGER_API_INTERNAL_ERROR",
  "MISSING_FIELD",
  "PROTO_DESERIALIZATION_FAILURE",
]);

/** Returns the place of the error in the body, if it names one. */
const findErrorKeys = (
  { code, path }: ErrorDetails,
  { body, parameters }: FailedRequestForHint,
): BodyKeyPath | undefined => {
  if (path === undefined || typeof body !== "object" || body === null) return undefined;
  if (parameters.some(({ part }) => part === `query parameter ${path}`)) return undefined;
  const keys = parseJsonPointer(toJsonPointer(pathInBody(path, body), body));
  // Some errors name only a field of a command.
  const isNestedField =
    code !== "MISSING_FIELD" && /^\w+$/.test(path) && getBodyValueAtPath(body, keys) === undefined;
  return isNestedField ? (findKeyInRequestBody(body, [path]) ?? keys) : keys;
};

/**
 * Converts a path within the commands to a path within the body, which may wrap them in a record.
 */
const pathInBody = (path: string, body: object): string => {
  const [first = ""] = /^[^.[]+/.exec(path) ?? [];
  if (first === "reassignmentCommands") return path;
  for (const holder of ["commands", "reassignmentCommands"]) {
    const commands = readJsonChild(body, holder);
    const isRecord = typeof commands === "object" && commands !== null && !Array.isArray(commands);
    if (!isRecord) continue;
    if (path.startsWith("commands[") || readJsonChild(body, first) === undefined) {
      return `${holder}.${path}`;
    }
  }
  return path;
};

/**
 * Returns the parameter whose name equals the field that the error names. Ignores case, `-` and `_`.
 */
const findParameter = (
  { path }: ErrorDetails,
  { parameters }: FailedRequestForHint,
): RequestParameterValue | undefined => {
  const plain = (name: string): string => name.replaceAll(/[-_]/g, "").toLowerCase();
  const [field = ""] = /(?<![^.[\]])[^.[\]]+$/.exec(path?.replaceAll(/\[\d+\]/g, "") ?? "") ?? [];
  return parameters.find(({ name }) => plain(name) === plain(field));
};
