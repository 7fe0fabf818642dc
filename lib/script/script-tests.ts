import { appendToErrorMessage } from "../base/errors/append-to-error-message.ts";
import { createInvalidArgumentError } from "../base/errors/argument-error.ts";
import type { DamlFailure } from "../base/errors/daml-failure.ts";
import {
  anyValueCheck,
  booleanOptionCheck,
  createCountOptionCheck,
  type OptionChecks,
  requireWellFormedOptions,
  textOptionCheck,
} from "../base/errors/options.ts";
import type { ProtocolVersion } from "../base/identifiers/protocol-version.ts";
import type { PackageCheckCache } from "../contracts/daml-lf/known/package-check-cache.ts";
import { createDamlLoader } from "../contracts/daml-lf/load-dar.ts";
import { type LoadedScripts, loadScripts } from "../contracts/daml-lf/script/load-scripts.ts";
import type {
  CodeCoverageRecorder,
  CodeExecutionRecord,
  ModuleCoverage,
} from "../contracts/engine/code-execution-record.ts";
import { createLedger } from "../create-ledger.ts";
import type { HostLedger } from "../host-ledger.ts";
import { uploadDar } from "../operations/admin/packages/upload-dar.ts";
import { formatDamlFailureLocation } from "./report/format-daml-failure-location.ts";
import { runScript } from "./run-script.ts";
import { findLoadedCodeOfScript, listLoadedScripts, type Script } from "./script.ts";
import {
  collectCoverableDefinitions,
  collectCoveredNames,
  type CoverageDefinitions,
  type CoveredNames,
} from "./script-coverage.ts";
import { isScriptError } from "./script-error.ts";
import { maxTimerDelayMillis } from "./script-timeout-timer.ts";

/** Options of `scriptTests`. */
export interface ScriptTestOptions {
  /** Run only scripts whose names contain this text. */
  readonly filter?: string;
  /** Protocol version of the ledgers. Default: 34, or 35 if a package requires it. */
  readonly protocolVersion?: ProtocolVersion;
  /** Add a dump of the ledger to the outcome of a failed script. */
  readonly dumps?: boolean;
  /** Count which code runs and which code spends the steps. Scripts then take longer. */
  readonly records?: boolean;
  /** Maximum duration of each script in milliseconds, at least 1. Default: 60,000. */
  readonly timeoutMillis?: number;
  /** Cache of package checks that passed before. Default: none. */
  readonly passedChecks?: PackageCheckCache | undefined;
}

/**
 * The scripts of a DAR that take no argument, as tests. Each test runs on its own fork of a ledger that has
 * the DAR.
 */
export interface ScriptTests {
  /** The package as `name-version`. */
  readonly package: string;
  /** The names of the tests, `Module:function`, in order. */
  readonly names: readonly string[];
  readonly definitions: CoverageDefinitions;
  /**
   * Returns all lines and choices of the packages that have source locations, with the count 0; none
   * unless `records` is set.
   */
  code(): readonly ModuleCoverage[];
  run(name: string): Promise<ScriptOutcome>;
  /** Runs a test for a test runner: rejects with a ScriptError if it fails. */
  pass(name: string): Promise<void>;
}

/** The outcome of one test, as plain data. */
export interface ScriptOutcome extends CoveredNames {
  readonly name: string;
  /** The reason for the failure; undefined if the test passed. */
  readonly failure: string | undefined;
  /** The location of the failure in the Daml code; absent if no Daml code failed. */
  readonly daml?: DamlFailure;
  readonly traces: readonly string[];
  /**
   * The ledger after the failure, in the format of `createLedger({ from })`; undefined unless `dumps` is
   * set.
   */
  readonly dump?: string;
  /** The code that ran; absent unless `records` is set. */
  readonly code?: readonly CodeExecutionRecord[];
  /** The number of active contracts at the end. */
  readonly activeContracts: number;
  /** The number of submissions, including failed ones, and of clock changes. */
  readonly transactions: number;
}

/**
 * Returns the scripts of a DAR as tests. As in `daml test`, ledger time starts at 1970, and ids are the
 * same in each run. Raises an error if the DAR cannot be read or a package is invalid. If the ledger
 * refuses to upload the DAR, for example because its packages are incompatible, each test rejects.
 */
export const scriptTests = (dar: Uint8Array, options: ScriptTestOptions = {}): ScriptTests => {
  requireWellFormedOptions(options, scriptTestOptionChecks);
  const { filter = "", protocolVersion, passedChecks, records: isRecorded = false } = options;
  const all = loadScripts(dar, { passedChecks, isRecorded });
  const scripts = listLoadedScripts(dar, all).filter(
    ({ name, argument }) => argument === undefined && name.includes(filter),
  );
  const [first] = scripts;
  const loaded = first && findLoadedCodeOfScript(first)?.scripts;
  const byName = new Map(scripts.map((script) => [script.name, script]));
  let base: Promise<HostLedger> | undefined;
  const takeRecords = (ledger: HostLedger): readonly CodeExecutionRecord[] => {
    const recorders = [all.recorder, ...(isRecorded ? getCodeRecorders(ledger) : [])];
    return recorders.flatMap((recorder) => recorder?.takeRecord() ?? []);
  };
  const onFork = async <T>(
    name: string,
    act: (ledger: HostLedger, script: Script) => Promise<T>,
  ): Promise<T> => {
    const script = byName.get(name);
    if (script === undefined) {
      throw createInvalidArgumentError({ expected: "a script of the DAR", found: name });
    }
    base ??= openBase(dar, {
      protocolVersion:
        protocolVersion ?? (loaded === undefined ? 34 : chooseProtocolVersion(loaded)),
      passedChecks,
    });
    const ledger = await (await base).fork();
    // Discard earlier counts, so that the outcome contains only those of the script.
    if (isRecorded) takeRecords(ledger);
    try {
      return await act(ledger, script);
    } finally {
      await ledger.close();
    }
  };
  return {
    package: first?.package ?? "",
    names: [...byName.keys()],
    definitions: loaded === undefined ? noDefinitions : collectCoverableDefinitions(loaded),
    code: () => all.recorder?.addedCode() ?? [],
    run: (name) =>
      onFork(name, async (ledger, script) => ({
        ...(await runScriptTest(ledger, script, options)),
        ...(isRecorded && { code: takeRecords(ledger) }),
      })),
    pass: (name) =>
      onFork(name, async (ledger, script) => {
        try {
          await runScript(script, { ledger, ...getTimeoutOption(options) });
        } catch (error) {
          if (isScriptError(error) && error.daml !== undefined) {
            appendToErrorMessage(error, formatDamlFailureLocation(error.daml));
          }
          throw error;
        }
      }),
  };
};

const scriptTestOptionChecks: OptionChecks<ScriptTestOptions> = {
  filter: textOptionCheck,
  protocolVersion: anyValueCheck,
  dumps: booleanOptionCheck,
  records: booleanOptionCheck,
  timeoutMillis: createCountOptionCheck("milliseconds", { from: 1, to: maxTimerDelayMillis }),
  passedChecks: anyValueCheck,
};

/** Returns the recorders of all engines of a ledger. */
const getCodeRecorders = ({ state }: HostLedger): readonly CodeCoverageRecorder[] => {
  const engines = new Set(Array.from(state.packages.packages(), ({ engine }) => engine));
  return [...engines].flatMap((engine) => engine.getCodeRecorder?.() ?? []);
};

interface BaseOptions {
  readonly protocolVersion: ProtocolVersion;
  readonly passedChecks: PackageCheckCache | undefined;
}

const openBase = async (
  dar: Uint8Array,
  { protocolVersion, passedChecks }: BaseOptions,
): Promise<HostLedger> => {
  const ledger = await createLedger({
    daml: createDamlLoader({ passedChecks }),
    clock: { freeze: "1970-01-01T00:00:00Z" },
    protocolVersion,
    seed: 1,
  });
  await uploadDar(ledger, { dar });
  return ledger;
};

const nothingDefined = { templates: [], choices: [], implementations: [], interfaceChoices: [] };
const noDefinitions: CoverageDefinitions = { internal: nothingDefined, external: nothingDefined };

/**
 * Returns the protocol version for the packages. Daml-LF 2.3 requires 35. Older packages use 34, because
 * they may roll back actions that 35 does not allow to roll back.
 */
const chooseProtocolVersion = ({ packages }: LoadedScripts): ProtocolVersion =>
  [...packages.packages()].some(({ language }) => language === "2.3") ? 35 : 34;

const runScriptTest = async (
  ledger: HostLedger,
  script: Script,
  options: ScriptTestOptions,
): Promise<ScriptOutcome> => {
  const { name } = script;
  try {
    const { traces, steps } = await runScript(script, { ledger, ...getTimeoutOption(options) });
    const { state } = ledger;
    const activeContracts = state.active.all.size;
    const done = { name, failure: undefined, traces, activeContracts, transactions: steps };
    return { ...done, ...collectCoveredNames(state) };
  } catch (error) {
    if (!isScriptError(error)) throw error;
    const { message, traces, daml } = error;
    // A failed test covers nothing.
    const touched = { created: [], exercised: [] };
    const failed = { name, failure: message, traces, activeContracts: 0, transactions: 0 };
    const place = daml === undefined ? {} : { daml };
    return {
      ...failed,
      ...place,
      ...touched,
      ...(options.dumps && { dump: await collectText(ledger.dump()) }),
    };
  }
};

const getTimeoutOption = ({
  timeoutMillis,
}: ScriptTestOptions): { readonly timeoutMillis?: number } =>
  timeoutMillis === undefined ? {} : { timeoutMillis };

const collectText = async (parts: AsyncIterable<string>): Promise<string> => {
  let text = "";
  for await (const part of parts) text += part;
  return text;
};
