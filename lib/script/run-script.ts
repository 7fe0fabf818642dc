import { invalidArgument } from "../base/errors/argument-error.ts";
import { isLedgerError } from "../base/errors/ledger-error.ts";
import {
  anything,
  callback,
  count,
  objectWith,
  type OptionForms,
  optionsOf,
  requireOptions,
} from "../base/errors/options.ts";
import type { JsonValue } from "../base/values/json-object.ts";
import type { Value } from "../base/values/value.ts";
import type { LoadedScript } from "../contracts/daml-lf/script/load-scripts.ts";
import type { Opaque } from "../contracts/daml-lf/script/questions.ts";
import type { PackageRegistry } from "../contracts/packages/registry.ts";
import type { Ledger } from "../ledger/port/ledger.ts";
import { LedgerParticipant } from "./ledger-participant.ts";
import { apiForms, type JsonApiOptions } from "./over-json/json-api.ts";
import { JsonParticipant } from "./over-json/json-participant.ts";
import type { LoadedFrom, Script } from "./script.ts";
import { originOf } from "./script.ts";
import { ScriptError } from "./script-error.ts";
import type { ScriptParticipant } from "./script-participant.ts";
import { ScriptRun } from "./script-run.ts";
import { defaultTimeoutMillis, TimeAllowed } from "./time-allowed.ts";

/** Where a script runs, and what it is given. */
export interface RunScriptOptions {
  /** What it runs against. The packages of the script's DAR are uploaded where they are not known. */
  readonly ledger?: Ledger;
  /** What it runs against instead: any participant, by its JSON API. It has real time only. */
  readonly participant?: JsonApiOptions;
  /** As JSON of the ledger API; required by scripts that take an argument. */
  readonly argument?: unknown;
  /** How long it may take; a minute when absent. Its own code is bounded by steps besides, as that of choices is. */
  readonly timeoutMillis?: number;
  /** Told each message that the script or a choice that it exercises traces, when it does. */
  readonly onTrace?: (message: string) => void;
}

/** What a script came to. */
export interface ScriptResult {
  /** As JSON of the ledger API; undefined for what no ledger value can hold, such as a function. */
  readonly result: JsonValue | undefined;
  /** The last thousand messages that were traced, in order. */
  readonly traces: readonly string[];
  /** How many submissions it made, those that were refused included, and how often it moved the clock. */
  readonly steps: number;
}

/**
 * Runs a script of `listScripts`. Rejects with a {@link ScriptError} where it fails or takes too long (REQUEST_TIME_OUT), and
 * with INVALID_ARGUMENT for an argument that does not fit. What it has done to the ledger until then stays done.
 */
export const runScript = async (
  script: Script,
  options: RunScriptOptions,
): Promise<ScriptResult> => {
  requireOptions(options, runForms);
  const { ledger, participant: api, argument, onTrace } = options;
  const origin = originOf(script);
  if (origin === undefined) throw invalidArgument({ expected: "a script that listScripts gave" });
  const { loaded, scripts, dar } = origin;
  requireRunnable(script, loaded);
  const traces: string[] = [];
  const hear = (message: string): void => {
    traces.push(message);
    if (traces.length > maxTraces) traces.shift();
    onTrace?.(message);
  };
  const value = readArgument(origin, argument);
  const participant = participantOf({ ledger, api, packages: scripts.packages, hear });
  const time = new TimeAllowed(options.timeoutMillis ?? defaultTimeoutMillis);
  const run = new ScriptRun(loaded, { scripts, participant, onTrace: hear, time });
  try {
    await time.within(() => participant.provide(scripts, dar));
    const result = resultJson(origin, await run.run(value).catch(failing(script, traces)));
    return { result, traces, steps: run.steps };
  } finally {
    time.cancel();
  }
};

const runForms: OptionForms<RunScriptOptions> = {
  ledger: objectWith("a ledger", "state"),
  participant: optionsOf(apiForms),
  argument: anything,
  timeoutMillis: count("milliseconds"),
  onTrace: callback,
};

const failing =
  ({ name }: Script, traces: readonly string[]) =>
  (error: unknown): never => {
    throw new ScriptError(name, error, traces);
  };

/** What goes on tracing would fill the memory. */
const maxTraces = 1000;

interface Target {
  readonly ledger: Ledger | undefined;
  readonly api: JsonApiOptions | undefined;
  readonly packages: PackageRegistry;
  readonly hear: (message: string) => void;
}

const participantOf = ({ ledger, api, packages, hear }: Target): ScriptParticipant => {
  if (ledger !== undefined && api === undefined) {
    return new LedgerParticipant(ledger, packages, hear);
  }
  if (api !== undefined && ledger === undefined) return new JsonParticipant(api, packages);
  throw invalidArgument({ expected: "either a ledger or a participant to run the script against" });
};

/** Scripts of Daml 2 ask other questions; and a type that is called the same is none of the library's. */
const requireRunnable = ({ name, library }: Script, { isSupported }: LoadedScript): void => {
  if (isSupported) return;
  throw invalidArgument({
    expected: "a script that an SDK of Daml 3 has compiled, with its own library",
    found: `${name}, of ${library}`,
  });
};

const readArgument = ({ loaded, scripts }: LoadedFrom, json: unknown): Value | undefined => {
  const { name, argument } = loaded;
  if (argument === undefined) {
    if (json === undefined) return undefined;
    throw invalidArgument({ field: "argument", expected: `none: ${name} takes no argument` });
  }
  if (json === undefined) {
    throw invalidArgument({ field: "argument", expected: `a ${argument}, which ${name} takes` });
  }
  const type = loaded.argumentType();
  return type && scripts.packages.codec(type).decode(json);
};

/** What no ledger value can hold has no JSON: that does not make the script fail, nobody may want to see it. */
const resultJson = ({ loaded, scripts }: LoadedFrom, result: Opaque): JsonValue | undefined => {
  try {
    const { type, value } = loaded.resultOf(result);
    return scripts.packages.codec(type).encode(value) as JsonValue;
  } catch (error) {
    if (isLedgerError(error)) return undefined;
    throw error;
  }
};
