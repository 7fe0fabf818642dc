import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
import type { DamlFailure } from "../../../base/errors/daml-failure.ts";
import type { Type } from "../../../base/values/type.ts";
import type { Value } from "../../../base/values/value.ts";
import type { CodeCoverageRecorder } from "../../engine/code-execution-record.ts";
import { createDamlFailure } from "../../engine/code-failure.ts";
import { toFunctionStackFrame } from "../../engine/code-frame.ts";
import type { Package } from "../../engine/package.ts";
import { PackageRegistry } from "../../packages/registry.ts";
import type { DamlPackages } from "../engine/daml-packages.ts";
import { defaultDamlEngineLimits } from "../engine/engine.ts";
import type { CompiledProgram } from "../engine/program.ts";
import type { TracingDamlEngine } from "../engine/tracing-engine.ts";
import { createDamlLoaderWithPackages, type DarLoadingOptions } from "../load-dar.ts";
import type { TraceListener } from "../runtime/traces.ts";
import { findScripts, type ScriptDefinition } from "./find-scripts.ts";
import type { OpaqueScriptValue } from "./questions.ts";
import { isScriptLibrary, overrideDangerousCast } from "./script-library.ts";
import { ScriptMachine, type ScriptMachineStep } from "./script-machine.ts";
import { ScriptValueConverter, type TypedValue } from "./script-types.ts";
import { formatLfType } from "./type-text.ts";

/** A script of a DAR, ready to run. */
export interface LoadedScript {
  /** The name, `Module:function`. */
  readonly name: string;
  /** The argument type in Daml syntax; undefined if there is no argument. */
  readonly argument: string | undefined;
  readonly result: string;
  /** The library that it was compiled with, such as `daml-script 3.4.11`. */
  readonly library: string;
  /** True if the library is supported; false for the library of Daml 2 and for packages with other names. */
  readonly isSupported: boolean;
  readonly machine: ScriptMachine;
  /**
   * Returns the ledger type of the argument. Raises PACKAGE_VALIDATION_FAILED if it is not a ledger type.
   */
  getArgumentType(): Type | undefined;
  beginScript(argument?: Value): ScriptMachineStep;
  /**
   * Returns the result with its type. Raises DAML_INTERPRETATION_ERROR or PACKAGE_VALIDATION_FAILED if it
   * is not a ledger value.
   */
  toTypedResult(result: OpaqueScriptValue): TypedValue;
}

/** The scripts of the main package of a DAR, with all packages of the DAR. */
export interface LoadedScripts {
  /** The main package. */
  readonly main: Package;
  readonly packages: PackageRegistry;
  /** Sorted by name. */
  readonly scripts: readonly LoadedScript[];
  hearTraces(listener: TraceListener): () => void;
  /**
   * Returns the script with this name in an engine that records source locations, for a second run of a
   * failed script.
   */
  findTracedScript(name: string): TraceableScript | undefined;
  /** Counts the executed code of the scripts; undefined unless `isRecorded` is true. */
  readonly recorder: CodeCoverageRecorder | undefined;
}

export interface TraceableScript {
  readonly script: LoadedScript;
  /** Returns where the code of the script threw an error; undefined for an error of other code. */
  toDamlFailure(error: object): DamlFailure | undefined;
}

export interface LoadScriptsOptions extends DarLoadingOptions {
  /** Count the executed code of the scripts. Scripts then take longer. */
  readonly isRecorded?: boolean;
}

/**
 * Reads and checks a DAR, and finds its scripts. Scripts run in a separate engine, so that the
 * ledger need not contain the packages of tests.
 */
export const loadScripts = (
  dar: Uint8Array,
  { isRecorded = false, ...options }: LoadScriptsOptions = {},
): LoadedScripts => {
  const { loader, packages, createTracingEngine, createRecordingEngine } =
    createDamlLoaderWithPackages(options);
  const loaded = loader.load(dar);
  const [main] = loaded;
  if (main === undefined) {
    throw createInvalidArgumentError({ expected: "a DAR with a main package" });
  }
  const allowAllCasts = (program: CompiledProgram): void => {
    for (const each of loaded) {
      if (isScriptLibrary(each)) overrideDangerousCast(program, each.packageId);
    }
  };
  allowAllCasts(packages.program);
  const lfPackage = packages.program.definitions.findPackage(main.packageId);
  const found = lfPackage === undefined ? [] : findScripts(lfPackage);
  const limits = { ...defaultDamlEngineLimits, ...options.limits };
  const recording = isRecorded ? createRecordingEngine() : undefined;
  if (recording !== undefined) {
    allowAllCasts(recording.packages.program);
    recording.addPackages();
  }
  const packagesToRun = recording?.packages ?? packages;
  let tracing: TracingDamlEngine | undefined;
  const openTracing = (): TracingDamlEngine => {
    if (tracing !== undefined) return tracing;
    tracing = createTracingEngine();
    allowAllCasts(tracing.packages.program);
    return tracing;
  };
  return {
    main,
    packages: PackageRegistry.of(loaded),
    scripts: found.map((script) => createLoadedScript(script, packagesToRun, limits)),
    recorder: recording?.getCodeRecorder(),
    hearTraces: (listener) => loader.hearTraces(listener),
    findTracedScript: (name) => {
      const script = found.find((each) => each.name === name);
      if (script === undefined) return undefined;
      const engine = openTracing();
      engine.beginTrace();
      return {
        script: createLoadedScript(script, engine.packages, limits),
        toDamlFailure: (error) => {
          // A script can also throw by asking a question. Then use the last place that its code reached.
          const failure = engine.laterFailure(error);
          if (failure.stack.length === 0) return undefined;
          return createDamlFailure(failure, failure.stack.map(toFunctionStackFrame), engine);
        },
      };
    },
  };
};

const createLoadedScript = (
  script: ScriptDefinition,
  packages: DamlPackages,
  limits: typeof defaultDamlEngineLimits,
): LoadedScript => {
  const { argument, result, library } = script;
  const types = new ScriptValueConverter(packages, library);
  const machine = new ScriptMachine(packages, types, limits);
  const { name, version } = packages.program.definitions.findPackage(library) ?? {
    name: "an unknown library",
    version: "",
  };
  return {
    name: script.name,
    argument: argument && formatLfType(argument),
    result: formatLfType(result),
    library: `${name} ${version}`,
    isSupported: script.generation === "present" && isScriptLibrary({ name }),
    machine,
    getArgumentType: () => argument && types.getDeclaredType(argument),
    beginScript: (value) =>
      machine.beginScript(
        script.value,
        argument === undefined || value === undefined ? undefined : { type: argument, value },
      ),
    toTypedResult: (value) => machine.toTypedResult(result, value),
  };
};
