import { invalidArgument } from "../base/errors/argument-error.ts";
import {
  anything,
  count,
  flag,
  type OptionForms,
  requireOptions,
  text,
} from "../base/errors/options.ts";
import type { ProtocolVersion } from "../base/identifiers/protocol-version.ts";
import type { PassedChecks } from "../contracts/daml-lf/known/passed-checks.ts";
import { createDamlLoader } from "../contracts/daml-lf/load-dar.ts";
import type { LoadedScripts } from "../contracts/daml-lf/script/load-scripts.ts";
import { createLedger } from "../create-ledger.ts";
import type { HostLedger } from "../host-ledger.ts";
import { uploadDar } from "../operations/admin/packages/upload-dar.ts";
import { runScript } from "./run-script.ts";
import { listScripts, originOf, type Script } from "./script.ts";
import { type Definitions, definitionsOf, type Touched, touchedOn } from "./script-coverage.ts";
import { isScriptError } from "./script-error.ts";
import { maxTimeoutMillis } from "./time-allowed.ts";

/** Which scripts are run as tests, and by which protocol. */
export interface ScriptTestOptions {
  /** Only scripts whose names contain this. */
  readonly filter?: string;
  /** What their ledgers run by; 34 when absent, unless a package needs a later one. */
  readonly protocolVersion?: ProtocolVersion;
  /** Whether what became of a script that failed has the ledger that it left. */
  readonly dumps?: boolean;
  /** How long each may take, from 1 on; a minute when absent. */
  readonly timeoutMillis?: number;
  /** What was checked before need not be checked again. Nothing is remembered when absent. */
  readonly passedChecks?: PassedChecks | undefined;
}

/** The scripts of a DAR that take no argument, as tests: each runs on a fork of one ledger that has the DAR. */
export interface ScriptTests {
  /** `name-version` of the package. */
  readonly package: string;
  /** `Module:function` of each, in this order. */
  readonly names: readonly string[];
  readonly definitions: Definitions;
  run(name: string): Promise<ScriptOutcome>;
  /** The same for test runners: rejects with the ScriptError of one that fails. */
  pass(name: string): Promise<void>;
}

/** What became of a script that was run as a test; plain data. */
export interface ScriptOutcome extends Touched {
  readonly name: string;
  /** Why it failed; undefined for one that passed. */
  readonly failure: string | undefined;
  readonly traces: readonly string[];
  /** The ledger as it was when the script failed, as `createLedger({ from })` takes it; undefined unless it is wanted. */
  readonly dump?: string;
  /** How many contracts are active at its end. */
  readonly activeContracts: number;
  /** How many submissions it made, those that failed included, and how often it moved the clock. */
  readonly transactions: number;
}

/**
 * The scripts of a DAR to be run as tests, at 1970 as `daml test` does, with the same ids each time. Raises what refuses
 * the DAR; where its packages are refused together, each test does.
 */
export const scriptTests = (dar: Uint8Array, options: ScriptTestOptions = {}): ScriptTests => {
  requireOptions(options, testForms);
  const { filter = "", protocolVersion, passedChecks } = options;
  const scripts = listScripts(dar, { passedChecks }).filter(
    ({ name, argument }) => argument === undefined && name.includes(filter),
  );
  const [first] = scripts;
  const loaded = first && originOf(first)?.scripts;
  const byName = new Map(scripts.map((script) => [script.name, script]));
  let base: Promise<HostLedger> | undefined;
  const onFork = async <T>(
    name: string,
    act: (ledger: HostLedger, script: Script) => Promise<T>,
  ): Promise<T> => {
    const script = byName.get(name);
    if (script === undefined) {
      throw invalidArgument({ expected: "a script of the DAR", found: name });
    }
    base ??= openBase(dar, {
      protocolVersion: protocolVersion ?? (loaded === undefined ? 34 : neededBy(loaded)),
      passedChecks,
    });
    const ledger = await (await base).fork();
    try {
      return await act(ledger, script);
    } finally {
      await ledger.close();
    }
  };
  return {
    package: first?.package ?? "",
    names: [...byName.keys()],
    definitions: loaded === undefined ? nothing : definitionsOf(loaded),
    run: (name) => onFork(name, (ledger, script) => outcomeOn(ledger, script, options)),
    pass: (name) =>
      onFork(name, async (ledger, script) => {
        await runScript(script, { ledger, ...timeoutIn(options) });
      }),
  };
};

const testForms: OptionForms<ScriptTestOptions> = {
  filter: text,
  protocolVersion: anything,
  dumps: flag,
  timeoutMillis: count("milliseconds", { from: 1, to: maxTimeoutMillis }),
  passedChecks: anything,
};

interface BaseOptions {
  readonly protocolVersion: ProtocolVersion;
  readonly passedChecks: PassedChecks | undefined;
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
const nothing: Definitions = { internal: nothingDefined, external: nothingDefined };

/** Packages of Daml-LF 2.3 need 35; what was compiled before may undo what 35 does not let it undo. */
const neededBy = ({ packages }: LoadedScripts): ProtocolVersion =>
  [...packages.packages()].some(({ language }) => language === "2.3") ? 35 : 34;

const outcomeOn = async (
  ledger: HostLedger,
  script: Script,
  options: ScriptTestOptions,
): Promise<ScriptOutcome> => {
  const { name } = script;
  try {
    const { traces, steps } = await runScript(script, { ledger, ...timeoutIn(options) });
    const { state } = ledger;
    const activeContracts = state.active.all.size;
    const done = { name, failure: undefined, traces, activeContracts, transactions: steps };
    return { ...done, ...touchedOn(state) };
  } catch (error) {
    if (!isScriptError(error)) throw error;
    const { message, traces } = error;
    // What failed covers nothing.
    const touched = { created: [], exercised: [] };
    const failed = { name, failure: message, traces, activeContracts: 0, transactions: 0 };
    return { ...failed, ...touched, ...(options.dumps && { dump: await textOf(ledger.dump()) }) };
  }
};

const timeoutIn = ({ timeoutMillis }: ScriptTestOptions): { readonly timeoutMillis?: number } =>
  timeoutMillis === undefined ? {} : { timeoutMillis };

const textOf = async (parts: AsyncIterable<string>): Promise<string> => {
  let text = "";
  for await (const part of parts) text += part;
  return text;
};
