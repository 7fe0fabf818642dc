import { invalidArgument } from "../../base/errors/argument-error.ts";
import { categoryByErrorCode, type ErrorCode } from "../../base/errors/catalogue.ts";
import { findNearest } from "../../base/errors/nearest.ts";
import { type Duration, toDurationMicros } from "../../base/values/time-input.ts";
import {
  type JsonObject,
  type JsonReader,
  readerOfEnum,
  readerOfList,
  readObject,
  readOptional,
  readRequired,
  readText,
  readWithPath,
} from "../../views/envelope/readers.ts";
import type {
  DecodedFault,
  DecodedFaultAction,
  DecodedFaultMatch,
  FaultMatchPatterns,
  FaultRule,
} from "./fault-rule.ts";
import { type DelaySpan, type LatencyProfile, latencyProfiles } from "./latency.ts";

/** Maximum number of rules of a ledger. */
export const maxFaults = 100;

/** Maximum delay, in microseconds. */
const maxDelayMicros = 3_600_000_000n;

/**
 * Reads rules, from a program or from JSON. Raises INVALID_ARGUMENT and MISSING_FIELD with the path
 * of the field. Unknown fields are errors, too.
 */
export const readFaults: JsonReader<readonly DecodedFault[]> = (json) => {
  const rules = readerOfList((each) => each)(json);
  if (rules.length > maxFaults) {
    throw invalidArgument({ expected: `at most ${maxFaults} faults`, found: rules });
  }
  return rules.map((each, index) => readWithPath(`[${index}]`, each, readFault(index)));
};

const readFault =
  (index: number): JsonReader<DecodedFault> =>
  (json) => {
    const object = readObjectWithFields(json, ["name", "when", "then", "times"]);
    return {
      name: readOptional(object, "name", readName) ?? `fault ${index + 1}`,
      times: readOptional(object, "times", readCount) ?? Infinity,
      match: readOptional(object, "when", readMatch) ?? readMatch({}),
      action: readRequired(object, "then", readAction),
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
  const text = readText(json);
  if (text !== "" && text.length <= maxTextLength) return text;
  throw invalidArgument({ expected: `a text of 1 to ${maxTextLength} characters`, found: text });
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
    nth: readOptional(object, "nth", (each) => readOneOrMore(each, readCount)),
    every: readOptional(object, "every", readCount) ?? 1,
    probability: readOptional(object, "probability", readProbability) ?? 1,
  };
};

const readPatterns = (object: JsonObject, field: string): FaultMatchPatterns =>
  readOptional(object, field, (each) => readOneOrMore(each, readName));

/** Reads one value, or a list of 1 to `maxFaults` values. */
const readOneOrMore = <T>(json: unknown, read: JsonReader<T>): readonly T[] => {
  if (!Array.isArray(json)) return [read(json)];
  if (json.length > 0 && json.length <= maxFaults) return readerOfList(read)(json);
  throw invalidArgument({ expected: `a list of 1 to ${maxFaults} items`, found: json });
};

const readCount: JsonReader<number> = (json) => {
  if (typeof json === "number" && Number.isSafeInteger(json) && json >= 1) return json;
  throw invalidArgument({ expected: "a whole number, 1 or more", found: json });
};

const readProbability: JsonReader<number> = (json) => {
  if (typeof json === "number" && json >= 0 && json <= 1) return json;
  throw invalidArgument({ expected: "a number from 0 to 1", found: json });
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
    throw invalidArgument({
      expected: describeChoices(Object.keys(faultActionByName), json),
      found: json,
    });
  }
  const object = readObjectWithFields(json, Object.keys(actionReaders));
  const [name, ...others] = Object.keys(object);
  const read = name === undefined ? undefined : actionReaders[name];
  if (name !== undefined && read !== undefined && others.length === 0) {
    return readRequired(object, name, read);
  }
  throw invalidArgument({ expected: `exactly one of ${Object.keys(actionReaders).join(", ")}` });
};

const actionReaders: Readonly<Record<string, JsonReader<DecodedFaultAction> | undefined>> = {
  refuse: (json) => {
    if (typeof json === "string") return { kind: "refuse", code: readCode(json), cause: undefined };
    const object = readObjectWithFields(json, ["code", "cause"]);
    return {
      kind: "refuse",
      code: readRequired(object, "code", readCode),
      cause: readOptional(object, "cause", readName),
    };
  },
  delay: (json) => {
    if (typeof json === "object" && json !== null && "as" in json) {
      const profile = readRequired(
        readObjectWithFields(json, ["as"]),
        "as",
        readerOfEnum(latencyProfileNames),
      );
      return { kind: "delay", span: latencyProfiles[profile], submissionsOnly: true };
    }
    return { kind: "delay", span: readSpan(json), submissionsOnly: false };
  },
  cut: (json) => ({ kind: "cut", after: readNumberField(json, "after") }),
  loseAnswer: (json) => ({ kind: "loseAnswer", as: readerOfEnum(["cut", "timeout"])(json) }),
  expireToken: (json) => ({ kind: "expireToken", after: readNumberField(json, "after") }),
  prune: (json) => ({ kind: "prune", keep: readNumberField(json, "keep") }),
};

const latencyProfileNames = Object.keys(latencyProfiles) as LatencyProfile[];

const readNumberField = (json: unknown, field: string): number =>
  readRequired(readObjectWithFields(json, [field]), field, readCount);

const readCode: JsonReader<ErrorCode> = (json) => {
  const text = readText(json);
  const codes = Object.keys(categoryByErrorCode);
  if (isErrorCode(text)) return text;
  throw invalidArgument({
    expected: describeChoices(codes, text, "a code of docs/errors.md"),
    found: text,
  });
};

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(categoryByErrorCode, text);

const readSpan = (json: unknown): DelaySpan => {
  if (typeof json === "object" && json !== null) {
    const object = readObjectWithFields(json, ["from", "to"]);
    const [from, to] = [
      readRequired(object, "from", readDelay),
      readRequired(object, "to", readDelay),
    ];
    if (from <= to) return { from, to };
    throw invalidArgument({ field: "to", expected: "no less than from" });
  }
  const micros = readDelay(json);
  return { from: micros, to: micros };
};

const readDelay: JsonReader<bigint> = (json) => {
  const isText = typeof json === "string" || typeof json === "bigint";
  const micros = toDurationMicros((isText ? json : "") satisfies Duration);
  if (micros <= maxDelayMicros) return micros;
  throw invalidArgument({ expected: "a delay of at most 1h", found: json });
};

/** Reads an object. Refuses unknown fields, so that a misspelt field is not ignored. */
const readObjectWithFields = (json: unknown, names: readonly string[]): JsonObject => {
  const object = readObject(json);
  const unknown = Object.keys(object).find((key) => !names.includes(key));
  if (unknown === undefined) return object;
  throw invalidArgument({ field: unknown, expected: describeChoices(names, unknown) });
};

const describeChoices = (
  names: readonly string[],
  found: string,
  all = `one of ${names.join(", ")}`,
): string => {
  const meant = findNearest(found, names);
  return meant === undefined ? all : `${all}, such as ${meant}`;
};
