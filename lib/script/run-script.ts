import { createInvalidArgumentError } from "../base/errors/argument-error.ts";
import { isLedgerError, prefixErrorPath } from "../base/errors/ledger-error.ts";
import {
  anyValueCheck,
  createCountOptionCheck,
  createObjectMembersCheck,
  createOptionsObjectCheck,
  functionOptionCheck,
  type OptionChecks,
  requireWellFormedOptions,
} from "../base/errors/options.ts";
import type { JsonValue } from "../base/values/json-object.ts";
import type { Value } from "../base/values/value.ts";
import type { LoadedScript } from "../contracts/daml-lf/script/load-scripts.ts";
import type { OpaqueScriptValue } from "../contracts/daml-lf/script/questions.ts";
import type { PackageRegistry } from "../contracts/packages/registry.ts";
import type { Ledger } from "../ledger/port/ledger.ts";
import { ScriptAnswerLog } from "./answer-log.ts";
import { answerScriptQuestion } from "./answer-script-question.ts";
import { InProcessScriptParticipant } from "./in-process-script-participant.ts";
import { locateScriptFailure } from "./locate-script-failure.ts";
import { jsonApiClientOptionChecks, type JsonApiClientOptions } from "./over-json/json-api.ts";
import { JsonApiScriptParticipant } from "./over-json/json-participant.ts";
import type { LoadedScriptWithDar, Script } from "./script.ts";
import { findLoadedCodeOfScript } from "./script.ts";
import { ScriptError } from "./script-error.ts";
import type { ScriptParticipant } from "./script-participant.ts";
import { ScriptRun } from "./script-run.ts";
import { defaultScriptTimeoutMillis, ScriptTimeoutTimer } from "./script-timeout-timer.ts";

/** Options of `runScript`: the ledger or participant to run against, and the argument. */
export interface RunScriptOptions {
  /**
   * The ledger to run against. The packages of the script's DAR are uploaded if the ledger does not know
   * them.
   */
  readonly ledger?: Ledger;
  /** The participant to run against instead, through its JSON API. Its time is always real time. */
  readonly participant?: JsonApiClientOptions;
  /** The argument as JSON of the Ledger API; required if the script takes one. */
  readonly argument?: unknown;
  /**
   * Maximum duration in milliseconds. Default: 60,000. In addition, the evaluation of Daml code has a limit
   * of steps, as for choices.
   */
  readonly timeoutMillis?: number;
  /** Called with each trace message of the script or of a choice that it exercises. */
  readonly onTrace?: (message: string) => void;
}

/** The result of a script. */
export interface ScriptResult {
  /** The result as JSON of the Ledger API; undefined if it is not a ledger value, such as a function. */
  readonly result: JsonValue | undefined;
  /** The last 1,000 trace messages, in order. */
  readonly traces: readonly string[];
  /** The number of submissions, including rejected ones, and of clock changes. */
  readonly steps: number;
}

/**
 * Runs a script that `listScripts` returned. Rejects with a {@link ScriptError} if it fails or times out
 * (REQUEST_TIME_OUT), and with INVALID_ARGUMENT for an argument of another type. Changes that it made to
 * the ledger before the failure remain.
 */
export const runScript = async (
  script: Script,
  options: RunScriptOptions,
): Promise<ScriptResult> => {
  if ("commit" in options) {
    throw createInvalidArgumentError({
      expected: "options, as in runScript(script, { ledger })",
      found: options,
    });
  }
  requireWellFormedOptions(options, runScriptOptionChecks);
  const { ledger, participant: api, argument, onTrace } = options;
  const origin = findLoadedCodeOfScript(script);
  if (origin === undefined) {
    throw createInvalidArgumentError({ expected: "a script that listScripts returned" });
  }
  const { loaded, scripts, dar } = origin;
  requireRunnable(script, loaded);
  const traces: string[] = [];
  const onTraceMessage = (message: string): void => {
    traces.push(message);
    if (traces.length > maxTraces) traces.shift();
    onTrace?.(message);
  };
  const value = readArgument(origin, argument);
  const participant = createParticipant({
    ledger,
    api,
    packages: scripts.packages,
    onTraceMessage,
  });
  const time = new ScriptTimeoutTimer(options.timeoutMillis ?? defaultScriptTimeoutMillis);
  const answers = new ScriptAnswerLog((question) => answerScriptQuestion(question, participant));
  const run = new ScriptRun(loaded, {
    scripts,
    perform: answers.perform,
    onTrace: onTraceMessage,
    time,
  });
  try {
    await time.runWithTimeout(() => participant.uploadMissingPackages(scripts, dar));
    const opaque = await run.run(value).catch(async (error: unknown) => {
      throw new ScriptError(script.name, error, {
        traces,
        daml: await locateScriptFailure(origin, value, { error, answers, time }),
      });
    });
    return { result: encodeScriptResult(origin, opaque), traces, steps: run.stepCount };
  } finally {
    time.cancel();
  }
};

const runScriptOptionChecks: OptionChecks<RunScriptOptions> = {
  ledger: createObjectMembersCheck("a ledger", "state"),
  participant: createOptionsObjectCheck(jsonApiClientOptionChecks),
  argument: anyValueCheck,
  timeoutMillis: createCountOptionCheck("milliseconds"),
  onTrace: functionOptionCheck,
};

/** Maximum number of trace messages in the result. Older ones are dropped. */
const maxTraces = 1000;

interface ScriptTarget {
  readonly ledger: Ledger | undefined;
  readonly api: JsonApiClientOptions | undefined;
  readonly packages: PackageRegistry;
  readonly onTraceMessage: (message: string) => void;
}

const createParticipant = ({
  ledger,
  api,
  packages,
  onTraceMessage,
}: ScriptTarget): ScriptParticipant => {
  if (ledger !== undefined && api === undefined) {
    return new InProcessScriptParticipant(ledger, packages, onTraceMessage);
  }
  if (api !== undefined && ledger === undefined) return new JsonApiScriptParticipant(api, packages);
  throw createInvalidArgumentError({
    expected: "either a ledger or a participant to run the script against",
  });
};

/**
 * Raises an error for a script of Daml 2, whose questions differ, or of another library whose types have
 * the same names.
 */
const requireRunnable = ({ name, library }: Script, { isSupported }: LoadedScript): void => {
  if (isSupported) return;
  throw createInvalidArgumentError({
    expected: "a script compiled by an SDK of Daml 3 with the script library of that SDK",
    found: `${name}, of ${library}`,
  });
};

const readArgument = (
  { loaded, scripts }: LoadedScriptWithDar,
  json: unknown,
): Value | undefined => {
  const { name, argument } = loaded;
  if (argument === undefined) {
    if (json === undefined) return undefined;
    throw createInvalidArgumentError({
      field: "argument",
      expected: `none: ${name} takes no argument`,
    });
  }
  if (json === undefined) {
    throw createInvalidArgumentError({
      field: "argument",
      expected: `a value of the type ${argument}, which ${name} takes`,
      found: json,
    });
  }
  const type = loaded.getArgumentType();
  try {
    return type && scripts.packages.codec(type).decode(json);
  } catch (error) {
    throw isLedgerError(error) ? prefixErrorPath("argument", error) : error;
  }
};

/**
 * Returns undefined if the result is not a ledger value and so has no JSON. This is not a failure, because
 * the caller may not need the result.
 */
const encodeScriptResult = (
  { loaded, scripts }: LoadedScriptWithDar,
  result: OpaqueScriptValue,
): JsonValue | undefined => {
  try {
    const { type, value } = loaded.toTypedResult(result);
    return scripts.packages.codec(type).encode(value) as JsonValue;
  } catch (error) {
    if (isLedgerError(error)) return undefined;
    throw error;
  }
};
