import type { DarLoadingOptions } from "../contracts/daml-lf/load-dar.ts";
import {
  type LoadedScript,
  type LoadedScripts,
  loadScripts,
} from "../contracts/daml-lf/script/load-scripts.ts";

/** A script of a DAR. `listScripts` returns it and `runScript` runs it. */
export interface Script {
  /** The name, `Module:function`. */
  readonly name: string;
  /** The argument type in Daml syntax; undefined for a script without an argument. */
  readonly argument: string | undefined;
  /** The result type in Daml syntax. */
  readonly result: string;
  /** The script library that it was compiled with, such as `daml-script 3.4.11`. */
  readonly library: string;
  /** The package that defines it, as `name-version`. */
  readonly package: string;
}

/** The loaded code of a script, with all scripts and the bytes of its DAR. */
export interface LoadedScriptWithDar {
  readonly loaded: LoadedScript;
  readonly scripts: LoadedScripts;
  readonly dar: Uint8Array;
}

const scriptOriginByScript = new WeakMap<Script, LoadedScriptWithDar>();

/**
 * Returns the scripts of the main package of a DAR, by name: top-level values of type `Script a`, and
 * functions from one argument to that type. The DAR is checked as on upload, and the same errors are
 * raised.
 */
export const listScripts = (dar: Uint8Array, options: DarLoadingOptions = {}): readonly Script[] =>
  listLoadedScripts(dar, loadScripts(dar, options));

/** Returns the scripts that were loaded from a DAR. */
export const listLoadedScripts = (dar: Uint8Array, scripts: LoadedScripts): readonly Script[] => {
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
    scriptOriginByScript.set(script, { loaded, scripts, dar });
    return script;
  });
};

/** Returns the loaded code; undefined for an object that `listScripts` did not return. */
export const findLoadedCodeOfScript = (script: Script): LoadedScriptWithDar | undefined =>
  scriptOriginByScript.get(script);
