import { apiVersions } from "../../lib/api.ts";
import { getApiVersionRules } from "../../lib/internal.ts";
import type { RequestDecodeFailure } from "../decoding/decode-failure.ts";
import { describeSchemaExpectation, type SchemaMismatch } from "../decoding/explain-mismatch.ts";
import { getFieldAdviceAtPath } from "./advice.ts";
import { type BodyKeyPath, formatJsonPointer, parseJsonPointer } from "./body-places.ts";
import type { FailedRequestForHint } from "./failed-request-for-hint.ts";
import { suggestIntendedType } from "./findings.ts";
import { createErrorHint, type ErrorHint } from "./hint.ts";
import { findWrapperField } from "./ignored-fields.ts";
import { readJsonChild } from "./json-pointer.ts";
import { findMisspellingOfMissingField } from "./missing-field.ts";
import { createOtherReleasesAdvice } from "./other-releases-hint.ts";
import { findKindOfUntaggedCommand, suggestConstant } from "./suggest-constant.ts";

/**
 * Returns the hint for a request that cannot be read. Computes it from the request and the API document, and
 * from types of packages if the caller may know them.
 */
export const createUnreadableRequestHint = (
  failure: RequestDecodeFailure,
  request: FailedRequestForHint,
): ErrorHint => {
  const { part, mismatch, reason } = failure;
  if (mismatch !== undefined) return createMismatchHint(mismatch, request);
  return createErrorHint({
    part,
    expected: expectedHeaderByPart[part] ?? parseExpectation(reason) ?? null,
    advice: createAdviceOnPart(failure),
  });
};

/** Expected values of headers. */
const expectedHeaderByPart: Readonly<Record<string, string>> = {
  "header Authorization": "Authorization: Bearer <token>",
  "header Sec-WebSocket-Protocol": "jwt.token.<token>, daml.ws.auth",
};

/** Returns the expectation in a decode failure's reason. */
const parseExpectation = (reason = ""): string | undefined =>
  /^expected (.*?)(?:, got .*|: .*)?$/s.exec(reason)?.[1];

const createAdviceOnPart = ({ part, reason = "", status }: RequestDecodeFailure): string => {
  if (status === 500 && part === "body") {
    return "Load the DAR with --dar or a fixture, which have no size limit. Or increase bodyLimit (default 8 MiB), an option of the routers and of createFetch; the command line does not have it.";
  }
  if (status === 413) {
    return "Send less at once, or increase bodyLimit, an option of the routers and of createFetch.";
  }
  if (part === "header Authorization") {
    return reason === ""
      ? "Write the token after Bearer and a space: Authorization: Bearer <token>."
      : "Send one header Authorization.";
  }
  if (part === "body") {
    if (reason.includes("binary frame")) {
      return "Send the request as a text: socket.send(JSON.stringify(request)), not its bytes.";
    }
    if (reason.includes("empty body")) return "Send a JSON object as the body, at least {}.";
    // The JSON parser quotes the invalid text.
    if (/"\[object |"undefined"/.test(reason)) {
      return "Send JSON.stringify(…) of the body: an object was converted to a string without it.";
    }
    if (reason.includes('"@')) return "Let curl send the file: --data-binary @body.json.";
    return reason.includes("expected JSON")
      ? "Send the body as JSON: names in double quotes, no trailing commas, no comments."
      : "Send the body as the document of the API describes it (GET /docs/openapi).";
  }
  if (reason.startsWith("missing")) return `Give the ${part}.`;
  if (reason.includes("multiple values")) return `Give the ${part} once.`;
  return parseExpectation(reason) === undefined
    ? `Correct the ${part}: ${reason}.`
    : `Correct the ${part}: give ${String(parseExpectation(reason))}.`;
};

const createMismatchHint = (mismatch: SchemaMismatch, request: FailedRequestForHint): ErrorHint => {
  const { instancePath, keyword, data } = mismatch;
  const keys = parseJsonPointer(instancePath);
  const wrapped = findMisplacedRecord(mismatch, request.body) ?? findMissingWrapper(request);
  if (wrapped !== undefined) return createErrorHint({ part: "body", ...wrapped });
  if (keyword === "required") return createMissingFieldHint(mismatch);
  if (keyword === "typeReference") return createTypeHint(String(data), keys, request);
  const [expected] = describeSchemaExpectation(mismatch)
    .replace(/^expected /, "")
    .split(", got ");
  const place = { part: "body", pointer: formatJsonPointer(keys), expected: expected ?? null };
  const allowed = listAllowedNames(mismatch);
  const kind = keyword === "someKeyOf" ? findKindOfUntaggedCommand(data, allowed) : undefined;
  if (kind !== undefined) {
    return createErrorHint({
      ...place,
      nearest: kind,
      advice: `Wrap it in the kind of command: {"${kind}": {"templateId": …}}.`,
    });
  }
  const written = typeof data === "string" ? [data] : Object.keys(Object(data) as object);
  const unknown = written.filter((word) => !allowed.includes(word));
  const ofOther = adviceOnUnsupportedRight(unknown, request);
  if (ofOther !== undefined) return createErrorHint({ ...place, advice: ofOther });
  const [found, suggestion] = suggestConstant(unknown, allowed) ?? [];
  return createErrorHint({
    ...place,
    nearest: suggestion ?? null,
    advice:
      suggestion === undefined
        ? (adviceOnKeyword(mismatch) ?? getFieldAdviceAtPath(keys) ?? `Give ${String(expected)}.`)
        : `Write ${suggestion}, not ${String(found)}.`,
  });
};

/** Returns the advice for a right that only other releases of the API have. */
const adviceOnUnsupportedRight = (
  words: readonly string[],
  { ledger }: FailedRequestForHint,
): string | undefined => {
  const { unsupportedRights } = getApiVersionRules(ledger.config.apiVersion);
  const right = unsupportedRights.find((kind) => words.includes(kind));
  if (right === undefined) return undefined;
  const supporting = apiVersions
    .map(getApiVersionRules)
    .filter((rules) => !rules.unsupportedRights.includes(right));
  return createOtherReleasesAdvice(
    `the right ${right}`,
    supporting.map(({ release }) => release),
  );
};

/** Returns the hint for a type name that does not have three parts. */
const createTypeHint = (
  text: string,
  keys: BodyKeyPath,
  request: FailedRequestForHint,
): ErrorHint => {
  const { nearest: suggestion } = suggestIntendedType(text, request);
  const form = "#<package name>:<Module>:<Entity>";
  return createErrorHint({
    part: "body",
    pointer: formatJsonPointer(keys),
    expected: form,
    nearest: suggestion ?? null,
    advice:
      suggestion === undefined
        ? `Name the type as ${form}; ${JSON.stringify(text)} does not have three parts.`
        : `Write ${suggestion}: type names have the form ${form}.`,
  });
};

const adviceOnKeyword = (mismatch: SchemaMismatch): string | undefined => {
  switch (mismatch.keyword) {
    case "base64":
      return "Send the bytes in standard Base64 (with + and /, not - and _).";
    case "instant":
      return "Write the time in UTC, as 2024-02-29T12:00:00Z.";
    case "someKeyOf":
      return listAllowedNames(mismatch).some((name) => name in Object(mismatch.data as object))
        ? 'Remove all of these keys but one. With precedence: "participant" (--precedence participant), ' +
            "the first of them in alphabetical order is read, as on a participant."
        : undefined;
    case "depth":
      return "Send JSON with less nesting.";
    default:
      return undefined;
  }
};

const listAllowedNames = ({ keyword, params, schema }: SchemaMismatch): readonly string[] => {
  const list = keyword === "enum" ? params["allowedValues"] : keyword === "someKeyOf" ? schema : [];
  return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
};

/** Returns the hint for a missing field; names the misspelt field that was sent instead. */
const createMissingFieldHint = ({
  instancePath,
  params,
  parentSchema,
  data,
}: SchemaMismatch): ErrorHint => {
  const name = String(params["missingProperty"]);
  const known = Object.keys(readJsonChild(parentSchema, "properties") ?? {});
  const unknownFields = Object.keys(Object(data) as object).filter((key) => !known.includes(key));
  const found = findMisspellingOfMissingField(name, unknownFields);
  return createErrorHint({
    part: "body",
    pointer: formatJsonPointer([...parseJsonPointer(instancePath), name]),
    expected: found === undefined ? `the field ${name}` : `the field ${name}, not ${found}`,
    nearest: found === undefined ? null : name,
    advice:
      found === undefined
        ? (getFieldAdviceAtPath([...parseJsonPointer(instancePath), name]) ??
          `Add the field ${name}.`)
        : `Name it ${name}, not ${found}.`,
  });
};

interface MisplacedValue {
  readonly pointer: string;
  readonly expected: string;
  readonly advice: string;
}

const findMissingWrapper = (request: FailedRequestForHint): MisplacedValue | undefined => {
  const { keys, expected, advice } = findWrapperField(request) ?? {};
  return keys && expected && advice
    ? { pointer: formatJsonPointer(keys), expected, advice }
    : undefined;
};

/**
 * Returns the hint if the schema of the operation expects the commands inside a record and the
 * request has them at the top level, or the other way round; undefined otherwise.
 */
const findMisplacedRecord = (
  { instancePath, keyword, params }: SchemaMismatch,
  body: unknown,
): MisplacedValue | undefined => {
  const commands = readJsonChild(body, "commands");
  if (keyword === "type" && instancePath === "/commands") {
    if (params["type"] === "object" && Array.isArray(commands)) {
      return {
        pointer: "/commands",
        expected: "an object with the commands",
        advice:
          'This operation expects the commands in a field: {"commands": {"commands": […], "commandId", "actAs"}, "transactionFormat"}.',
      };
    }
    return params["type"] === "array" && readJsonChild(commands, "commands") !== undefined
      ? unwrappedCommandsHint
      : undefined;
  }
  const isMissing = keyword === "required" && instancePath === "";
  return isMissing &&
    Array.isArray(readJsonChild(commands, "commands")) &&
    readJsonChild(body, "actAs") === undefined
    ? unwrappedCommandsHint
    : undefined;
};

const unwrappedCommandsHint: MisplacedValue = {
  pointer: "/commands",
  expected: "an array of commands",
  advice:
    'This operation expects the commands at the top level of the body: {"commands": […], "commandId", "actAs"}, not in a field "commands".',
};
