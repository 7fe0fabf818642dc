import { invalidArgument } from "../../../base/errors/argument-error.ts";
import type { Type } from "../../../base/values/type.ts";
import type { Value } from "../../../base/values/value.ts";
import type { Package } from "../../engine/package.ts";
import { PackageRegistry } from "../../packages/registry.ts";
import type { DamlPackages } from "../engine/daml-packages.ts";
import { defaultDamlEngineLimits } from "../engine/engine.ts";
import { type DamlOptions, openDamlLoader } from "../load-dar.ts";
import type { TraceListener } from "../runtime/traces.ts";
import { findScripts, type ScriptValue } from "./find-scripts.ts";
import type { Opaque } from "./questions.ts";
import { allowCasts, isScriptLibrary } from "./script-library.ts";
import { ScriptMachine, type Step } from "./script-machine.ts";
import { ScriptTypes, type TypedValue } from "./script-types.ts";
import { typeText } from "./type-text.ts";

/** A script of a DAR, ready to be run. */
export interface LoadedScript {
  /** `Module:function`. */
  readonly name: string;
  /** What it takes, as Daml writes the type; undefined for nothing. */
  readonly argument: string | undefined;
  readonly result: string;
  /** The library that it was compiled with, as `daml-script 3.4.11`. */
  readonly library: string;
  /** Whether it is of a library that is known: not of Daml 2, nor of a package with another name. */
  readonly isSupported: boolean;
  readonly machine: ScriptMachine;
  /** The type of the argument as the ledger has it. Raises PACKAGE_VALIDATION_FAILED where it has no such values. */
  argumentType(): Type | undefined;
  begin(argument?: Value): Step;
  /** The result with its type. Raises DAML_INTERPRETATION_ERROR or PACKAGE_VALIDATION_FAILED where it is no ledger value. */
  resultOf(result: Opaque): TypedValue;
}

/** The scripts of the main package of a DAR, with all that the DAR has. */
export interface LoadedScripts {
  /** The main package. */
  readonly main: Package;
  readonly packages: PackageRegistry;
  /** By name. */
  readonly scripts: readonly LoadedScript[];
  hearTraces(listener: TraceListener): () => void;
}

/**
 * Reads and checks a DAR, and finds its scripts. They run in an engine of their own, beside that of the ledger, so
 * that the ledger need not know the packages of tests.
 */
export const loadScripts = (dar: Uint8Array, options: DamlOptions = {}): LoadedScripts => {
  const { loader, packages } = openDamlLoader(options);
  const loaded = loader.load(dar);
  const [main] = loaded;
  if (main === undefined) throw invalidArgument({ expected: "a DAR with a main package" });
  for (const each of loaded) {
    if (isScriptLibrary(each)) allowCasts(packages.program, each.packageId);
  }
  const lfPackage = packages.program.definitions.package(main.packageId);
  const found = lfPackage === undefined ? [] : findScripts(lfPackage);
  const limits = { ...defaultDamlEngineLimits, ...options.limits };
  return {
    main,
    packages: PackageRegistry.of(loaded),
    scripts: found.map((script) => loadedScript(script, packages, limits)),
    hearTraces: (listener) => loader.hearTraces(listener),
  };
};

const loadedScript = (
  script: ScriptValue,
  packages: DamlPackages,
  limits: typeof defaultDamlEngineLimits,
): LoadedScript => {
  const { argument, result, library } = script;
  const types = new ScriptTypes(packages, library);
  const machine = new ScriptMachine(packages, types, limits);
  const { name, version } = packages.program.definitions.package(library) ?? {
    name: "an unknown library",
    version: "",
  };
  return {
    name: script.name,
    argument: argument && typeText(argument),
    result: typeText(result),
    library: `${name} ${version}`,
    isSupported: script.generation === "present" && isScriptLibrary({ name }),
    machine,
    argumentType: () => argument && types.declared(argument),
    begin: (value) =>
      machine.begin(
        script.value,
        argument === undefined || value === undefined ? undefined : { type: argument, value },
      ),
    resultOf: (value) => machine.typed(result, value),
  };
};
