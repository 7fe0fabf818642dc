import type { DamlOptions } from "../contracts/daml-lf/load-dar.ts";
import {
  type LoadedScript,
  type LoadedScripts,
  loadScripts,
} from "../contracts/daml-lf/script/load-scripts.ts";

/** A script of a DAR: what `listScripts` finds and `runScript` runs. */
export interface Script {
  /** `Module:function`. */
  readonly name: string;
  /** The type of what it takes, as Daml writes it; undefined for a script that takes nothing. */
  readonly argument: string | undefined;
  /** The type of what it gives. */
  readonly result: string;
  /** The library that it was compiled with, e.g. `daml-script 3.4.11`. */
  readonly library: string;
  /** `name-version` of the package that it is of. */
  readonly package: string;
}

/** What is behind a script. */
export interface LoadedFrom {
  readonly loaded: LoadedScript;
  readonly scripts: LoadedScripts;
  readonly dar: Uint8Array;
}

const origins = new WeakMap<Script, LoadedFrom>();

/**
 * The scripts of the main package of a DAR, by name: its top-level values of type `Script a`, and its functions from one
 * argument to such. The DAR is read and checked as on upload, and raises what that raises.
 */
export const listScripts = (dar: Uint8Array, options: DamlOptions = {}): readonly Script[] => {
  const scripts = loadScripts(dar, options);
  const { name: packageName, version } = scripts.main;
  return scripts.scripts.map((loaded) => {
    const { name, argument, result, library } = loaded;
    const script: Script = {
      name,
      argument,
      result,
      library,
      package: `${packageName}-${version}`,
    };
    origins.set(script, { loaded, scripts, dar });
    return script;
  });
};

/** Undefined for what no `listScripts` has given. */
export const originOf = (script: Script): LoadedFrom | undefined => origins.get(script);
