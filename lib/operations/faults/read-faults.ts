import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import { categoryByErrorCode, type ErrorCode } from "../../base/errors/catalogue.ts";
import { findMostSimilarText } from "../../base/errors/nearest.ts";
import { type Duration, toDurationMicros } from "../../base/values/time-input.ts";
import {
  createEnumJsonReader,
  createListReader,
  type JsonObject,
  type JsonReader,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readRequiredJsonField,
  readWithErrorPath,
} from "../../views/envelope/readers.ts";
import type {
  DecodedFaultAction,
  DecodedFaultMatch,
  DecodedFaultRule,
  FaultMatchPatterns,
  FaultRule,
} from "./fault-rule.ts";
import { type DelayRange, type LatencyProfileName, latencyProfiles } from "./latency.ts";

/** Maximum number of rules of a ledger. */
export const maxFaultRules = 100;

/** Maximum delay, in microseconds. */
const maxDelayMicros = 3_600_000_000n;

/**
 * Reads rules, from a program or from JSON. Raises INVALID_ARGUMENT and MISSING_FIELD with the path
 * of the field. Unknown fields are errors, too.
 */
export const readFaultRules: JsonReader<readonly DecodedFaultRule[]> = (json) => {
  const rules = createListReader((each) => each)(json);
  if (rules.length > maxFaultRules) {
    throw createInvalidArgumentError({ expected: `at most ${maxFaultRules} faults`, found: rules });
  }
  return rules.map((each, index) => readWithErrorPath(`[${index}]`, each, readFault(index)));
};

const readFault =
  (index: number): JsonReader<DecodedFaultRule> =>
  (json) => {
    const object = readObjectWithFields(json, ["name", "when", "then", "times"]);
    return {
      name: readOptionalJsonField(object, "name", readName) ?? `fault ${index + 1}`,
      times: readOptionalJsonField(object, "times", readCount) ?? Infinity,
      match: readOptionalJsonField(object, "when", readMatch) ?? readMatch({}),
      action: readRequiredJsonField(object, "then", readAction),
      rule: toJsonRule(json),
    };
  };

/**
 * Returns a copy that can be sent as JSON: durations that are bigints, in microseconds, become
 * texts.
 */
const toJsonRule = (rule: unknown): FaultRule =>
  JSON.parse(
    JSON.stringify(rule, (_, value: unknown) =>
      typeof value === "bigint" ? `${value / 1000n}ms${value % 1000n}us` : value,
    ),
  ) as FaultRule;

const maxTextLength = 1_000;

const readName: JsonReader<string> = (json) => {
  const text = readJsonString(json);
  if (text !== "" && text.length <= maxTextLength) return text;
  throw createInvalidArgumentError({
    expected: `a text of 1 to ${maxTextLength} characters`,
    found: text,
  });
};

const readMatch: JsonReader<DecodedFaultMatch> = (json) => {
  const object = readObjectWithFields(json, [
    "operation",
    "party",
    "template",
    "commandId",
    "user",
    "nth",
    "every",
    "probability",
  ]);
  return {
    operation: readPatterns(object, "operation"),
    party: readPatterns(object, "party"),
    template: readPatterns(object, "template"),
    commandId: readPatterns(object, "commandId"),
    user: readPatterns(object, "user"),
    nth: readOptionalJsonField(object, "nth", (each) => readOneOrMore(each, readCount)),
    every: readOptionalJsonField(object, "every", readCount) ?? 1,
    probability: readOptionalJsonField(object, "probability", readProbability) ?? 1,
  };
};

const readPatterns = (object: JsonObject, field: string): FaultMatchPatterns =>
  readOptionalJsonField(object, field, (each) => readOneOrMore(each, readName));

/** Reads one value, or a list of 1 to `maxFaultRules` values. */
const readOneOrMore = <T>(json: unknown, read: JsonReader<T>): readonly T[] => {
  if (!Array.isArray(json)) return [read(json)];
  if (json.length > 0 && json.length <= maxFaultRules) return createListReader(read)(json);
  throw createInvalidArgumentError({
    expected: `a list of 1 to ${maxFaultRules} items`,
    found: json,
  });
};

const readCount: JsonReader<number> = (json) => {
  if (typeof json === "number" && Number.isSafeInteger(json) && json >= 1) return json;
  throw createInvalidArgumentError({ expected: "a whole number, 1 or more", found: json });
};

const readProbability: JsonReader<number> = (json) => {
  if (typeof json === "number" && json >= 0 && json <= 1) return json;
  throw createInvalidArgumentError({ expected: "a number from 0 to 1", found: json });
};

const faultActionByName: Readonly<Record<string, DecodedFaultAction | undefined>> = {
  cut: { kind: "cut", after: 0 },
  loseAnswer: { kind: "loseAnswer", as: "cut" },
  twice: { kind: "twice" },
  contend: { kind: "contend" },
  expireToken: { kind: "expireToken", after: 0 },
  staleToken: { kind: "staleToken" },
  prune: { kind: "prune", keep: 0 },
};

const readAction: JsonReader<DecodedFaultAction> = (json) => {
  if (typeof json === "string") {
    const action = Object.hasOwn(faultActionByName, json) ? faultActionByName[json] : undefined;
    if (action !== undefined) return action;
    throw createInvalidArgumentError({
      expected: describeChoices(Object.keys(faultActionByName), json),
      found: json,
    });
  }
  const object = readObjectWithFields(json, Object.keys(actionReaders));
  const [name, ...others] = Object.keys(object);
  const read = name === undefined ? undefined : actionReaders[name];
  if (name !== undefined && read !== undefined && others.length === 0) {
    return readRequiredJsonField(object, name, read);
  }
  throw createInvalidArgumentError({
    expected: `exactly one of ${Object.keys(actionReaders).join(", ")}`,
  });
};

const actionReaders: Readonly<Record<string, JsonReader<DecodedFaultAction> | undefined>> = {
  refuse: (json) => {
    if (typeof json === "string") return { kind: "refuse", code: readCode(json), cause: undefined };
    const object = readObjectWithFields(json, ["code", "cause"]);
    return {
      kind: "refuse",
      code: readRequiredJsonField(object, "code", readCode),
      cause: readOptionalJsonField(object, "cause", readName),
    };
  },
  delay: (json) => {
    if (typeof json === "object" && json !== null && "as" in json) {
      const profile = readRequiredJsonField(
        readObjectWithFields(json, ["as"]),
        "as",
        createEnumJsonReader(latencyProfileNames),
      );
      return { kind: "delay", span: latencyProfiles[profile], submissionsOnly: true };
    }
    return { kind: "delay", span: readSpan(json), submissionsOnly: false };
  },
  cut: (json) => ({ kind: "cut", after: readNumberField(json, "after") }),
  loseAnswer: (json) => ({
    kind: "loseAnswer",
    as: createEnumJsonReader(["cut", "timeout"])(json),
  }),
  expireToken: (json) => ({ kind: "expireToken", after: readNumberField(json, "after") }),
  prune: (json) => ({ kind: "prune", keep: readNumberField(json, "keep") }),
};

const latencyProfileNames = Object.keys(latencyProfiles) as LatencyProfileName[];

const readNumberField = (json: unknown, field: string): number =>
  readRequiredJsonField(readObjectWithFields(json, [field]), field, readCount);

const readCode: JsonReader<ErrorCode> = (json) => {
  const text = readJsonString(json);
  const codes = Object.keys(categoryByErrorCode);
  if (isErrorCode(text)) return text;
  throw createInvalidArgumentError({
    expected: describeChoices(codes, text, "a code of docs/errors.md"),
    found: text,
  });
};

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(categoryByErrorCode, text);

const readSpan = (json: unknown): DelayRange => {
  if (typeof json === "object" && json !== null) {
    const object = readObjectWithFields(json, ["from", "to"]);
    const [from, to] = [
      readRequiredJsonField(object, "from", readDelay),
      readRequiredJsonField(object, "to", readDelay),
    ];
    if (from <= to) return { from, to };
    throw createInvalidArgumentError({ field: "to", expected: "no less than from" });
  }
  const micros = readDelay(json);
  return { from: micros, to: micros };
};

const readDelay: JsonReader<bigint> = (json) => {
  const isText = typeof json === "string" || typeof json === "bigint";
  const micros = toDurationMicros((isText ? json : "") satisfies Duration);
  if (micros <= maxDelayMicros) return micros;
  throw createInvalidArgumentError({ expected: "a delay of at most 1h", found: json });
};

/** Reads an object. Refuses unknown fields, so that a misspelt field is not ignored. */
const readObjectWithFields = (json: unknown, names: readonly string[]): JsonObject => {
  const object = readJsonObject(json);
  const unknown = Object.keys(object).find((key) => !names.includes(key));
  if (unknown === undefined) return object;
  throw createInvalidArgumentError({ field: unknown, expected: describeChoices(names, unknown) });
};

const describeChoices = (
  names: readonly string[],
  found: string,
  all = `one of ${names.join(", ")}`,
): string => {
  const meant = findMostSimilarText(found, names);
  return meant === undefined ? all : `${all}, such as ${meant}`;
};
